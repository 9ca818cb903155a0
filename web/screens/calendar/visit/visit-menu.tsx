import { Popover } from '@mantine/core'
import { IconBuilding, IconCalendarTime, IconDots } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import styles from './visit-menu.module.css'

type Props = {
  booking: BookedVisit
  /** How keys move it, too: arrows at once, or M first. */
  keys?: 'arrows' | 'M' | undefined
  onOpen: () => void
  onReschedule: () => void
}

/** A visit's menu, the alternative to dragging. The list is rendered only when opened, as there are many visits. */
export function VisitMenu({ booking, keys, onOpen, onReschedule }: Props) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    button.current?.focus()
    setOpened(false)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      event.stopPropagation()
      return focusOther(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)
    }
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
        aria-label={`Actions for ${booking.apartmentName}`}
        aria-haspopup="menu"
        aria-expanded={opened}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => {
          setOpened(!opened)
          onOpen()
        }}
      >
        <IconDots size={16} aria-hidden />
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
                  // First, so that the dialog returns the focus to the button.
                  close()
                  onReschedule()
                }}
              >
                <IconCalendarTime size={16} stroke={1.75} aria-hidden />
                Reschedule
              </button>
              <Link role="menuitem" className={styles.item} to={`/job/${booking.jobId}/site`}>
                <IconBuilding size={16} stroke={1.75} aria-hidden />
                Open site
              </Link>
            </div>
            {keys === 'arrows' && (
              <p className={styles.keys}>
                <kbd>Shift</kbd> and arrows move it; <kbd>Ctrl Shift</kbd> and up or down move its end.
              </p>
            )}
            {keys === 'M' && (
              <p className={styles.keys}>
                Press <kbd>M</kbd> on the visit to move it with the arrow keys.
              </p>
            )}
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  )
}

/** Anchors the list to the button outside it: inside, the button would be remounted when the list opens. */
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

/** Moves the focus to the item before or after, round at the ends. */
function focusOther(list: HTMLElement, step: number) {
  const items = [...list.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const at = items.findIndex((one) => one.matches(':focus'))
  items.at((at + step) % items.length)?.focus()
}

/** Focuses the item at once, so that the next key press is for the list. */
const focusNow = (item: HTMLButtonElement | null) => item?.focus({ preventScroll: true })
