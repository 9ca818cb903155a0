import { type KeyboardEvent, type MouseEvent, useCallback, useRef } from 'react'
import { type TaskStatus, taskStatuses } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import { TaskMark } from '#web/ui/marks/task-mark.tsx'
import styles from './status-menu.module.css'

type Props = {
  /** The task's description. */
  name: string
  status: TaskStatus
  /** The element below which it opens. */
  below: Element
  onChoose: (status: TaskStatus) => void
  onClose: () => void
}

/** The statuses of a task, to choose one directly. Esc or a click elsewhere closes it; the browser gives back the focus. */
export function StatusMenu({ name, status, below, onChoose, onClose }: Props) {
  const show = useCallback(
    (dialog: HTMLDialogElement | null) => {
      if (!dialog || dialog.open) return
      dialog.showModal()
      place(dialog, below)
      dialog.querySelector<HTMLElement>('[aria-checked=true]')?.focus({ preventScroll: true })
    },
    [below],
  )
  const choose = ({ currentTarget }: MouseEvent, to: TaskStatus) => {
    currentTarget.closest('dialog')?.close()
    if (to !== status) onChoose(to)
  }
  const pressedHere = useRef(false)
  const onPointerDown = () => {
    pressedHere.current = true
  }
  const onClickCapture = (event: MouseEvent) => {
    // The click that ends the long press which opened the menu is not for it.
    if (!pressedHere.current && event.detail > 0) event.stopPropagation()
  }
  const onClick = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
    if (target === currentTarget) currentTarget.close()
  }
  return (
    <dialog
      ref={show}
      className={styles.menu}
      aria-label={`Status of ${name}`}
      {...{ onPointerDown, onClickCapture, onClick, onClose, onKeyDown }}
    >
      <div role="menu" aria-label={`Status of ${name}`}>
        {taskStatuses.map((one) => (
          <button
            key={one}
            type="button"
            role="menuitemradio"
            aria-checked={one === status}
            className={styles.item}
            onClick={(event) => choose(event, one)}
          >
            <TaskMark status={one} />
            {label(one)}
          </button>
        ))}
      </div>
    </dialog>
  )
}

/** Puts the menu below an element, or above it where there is no room. */
function place(menu: HTMLElement, element: Element) {
  const { left, top, bottom } = element.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const edge = 8
  menu.style.left = `${Math.max(edge, Math.min(left, innerWidth - width - edge))}px`
  menu.style.top = `${bottom + height + edge <= innerHeight ? bottom : Math.max(edge, top - height)}px`
}

function onKeyDown(event: KeyboardEvent<HTMLDialogElement>) {
  // Keys pressed here are not the page's shortcuts.
  event.stopPropagation()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitemradio]')]
  const focused = items.findIndex((one) => one.matches(':focus'))
  items.at((focused + step) % items.length)?.focus()
}
