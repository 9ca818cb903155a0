import { Popover } from '@mantine/core'
import { IconCalendarTime, IconDots } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import styles from './visit-menu.module.css'

type Props = {
  booking: BookedVisit
  /** Whether keys move it, too. */
  keys?: boolean
  onOpen: () => void
  onReschedule: () => void
}

/** What can be done with a visit without dragging it. The list is made only once it is asked for, as there are many visits. */
export function VisitMenu({ booking, keys = false, onOpen, onReschedule }: Props) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    button.current?.focus()
    setOpened(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={opened}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => {
          setOpened(!opened)
          onOpen()
        }}
      >
        <IconDots size={16} aria-hidden />
        <span className="sr">Actions for {booking.apartmentName}</span>
      </button>
      {opened && (
        <Popover
          opened
          onChange={setOpened}
          position="left"
          withRoles={false}
          closeOnEscape={false}
          offset={4}
          radius={12}
          shadow="md"
          transitionProps={{ duration: 0 }}
        >
          <Popover.Target>
            <Standing for={button} />
          </Popover.Target>
          <Popover.Dropdown p={4} onKeyDown={onKeyDown} onPointerDown={(event) => event.stopPropagation()}>
            <div role="menu" aria-label={`Actions for ${booking.apartmentName}`}>
              <button
                ref={focusNow}
                type="button"
                role="menuitem"
                className={styles.item}
                onClick={() => {
                  // First, so that the dialog gives the focus back to it.
                  close()
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
      )}
    </>
  )
}

/** The button is the list's place though it stands outside: inside it would be another button once the list is made. */
function Standing({
  for: button,
  ref,
}: {
  for: RefObject<HTMLButtonElement | null>
  ref?: Ref<HTMLButtonElement | null>
}) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button])
  return null
}

/** As soon as it is there: a key that is pressed right after is for the list. */
const focusNow = (item: HTMLButtonElement | null) => item?.focus({ preventScroll: true })
