import { Popover } from '@mantine/core'
import { IconCalendarTime, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { Booking } from './times.ts'
import styles from './visit-menu.module.css'

type Props = {
  booking: Booking
  /** Whether keys move it, too. */
  keys?: boolean
  onOpen: () => void
  onReschedule: () => void
}

/** What can be done with a visit without dragging it. The list is made only once it is asked for, as there are many visits. */
export function VisitMenu({ booking, keys = false, onOpen, onReschedule }: Props) {
  const [opened, setOpened] = useState<boolean>()
  const button = (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="menu"
      aria-expanded={opened ?? false}
      onClick={() => {
        setOpened(!opened)
        onOpen()
      }}
    >
      <IconDots size={16} aria-hidden />
      <span className="sr">Actions for {booking.apartmentName}</span>
    </button>
  )
  if (opened === undefined) return button
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="left"
      withRoles={false}
      trapFocus
      returnFocus
      offset={4}
      radius={12}
      shadow="md"
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p={4}>
        <div role="menu" aria-label={`Actions for ${booking.apartmentName}`}>
          <button
            type="button"
            role="menuitem"
            className={styles.item}
            onClick={() => {
              setOpened(false)
              onReschedule()
            }}
          >
            <IconCalendarTime size={16} stroke={1.75} aria-hidden />
            Reschedule
          </button>
        </div>
        {keys && (
          <p className={styles.keys}>
            <kbd>Shift</kbd> with arrows moves it, <kbd>Ctrl Shift</kbd> with up or down moves its end.
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
