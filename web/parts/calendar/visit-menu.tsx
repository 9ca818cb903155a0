import { Menu } from '@mantine/core'
import { IconCalendarTime, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { Booking } from './times.ts'
import styles from './visit-menu.module.css'

type Props = { booking: Booking; onOpen: () => void; onReschedule: () => void }

/** What can be done with a visit without dragging it. The list itself is only made once it is asked for, as there are many. */
export function VisitMenu({ booking, onOpen, onReschedule }: Props) {
  const [opened, setOpened] = useState<boolean>()
  const button = (
    <button
      type="button"
      className={styles.button}
      aria-haspopup="menu"
      onClick={opened === undefined ? () => setOpened(true) : undefined}
    >
      <IconDots size={16} aria-hidden />
      <span className="sr">Actions for {booking.apartmentName}</span>
    </button>
  )
  if (opened === undefined) return button
  const change = (open: boolean) => {
    setOpened(open)
    if (open) onOpen()
  }
  return (
    <Menu opened={opened} onChange={change} position="bottom-end" width={180} withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCalendarTime size={16} aria-hidden />} onClick={onReschedule}>
          Reschedule
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
