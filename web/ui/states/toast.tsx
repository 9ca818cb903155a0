import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './toast.module.css'

const shownFor = 5_000
const undoFor = 10_000

/** A short message at the bottom of the screen. Errors stay until closed. Each call returns how to hide the message. */
export const toast = {
  success: (message: string) => show(message, undefined, shownFor, done),
  /** A failure, with a retry if there is one. */
  failure: (message: string, retry?: () => void) =>
    show(message, retry && { name: 'Retry', act: retry }, false, failed),
  /** Something that can be undone for ten seconds. */
  undoable: (message: string, undo: () => void) => show(message, { name: 'Undo', act: undo }, undoFor, done),
}

const done = <IconCheck size={18} className={styles.success} aria-hidden />
const failed = <IconAlertTriangle size={18} className={styles.failure} aria-hidden />

type Action = { name: string; act: () => void }

/** What a button of a toast does: once, since the second click of two reaches a toast that is leaving. */
export function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}

let shown = 0

function show(text: string, action: Action | undefined, autoClose: number | false, icon: ReactNode) {
  shown += 1
  const id = `toast-${shown}`
  const take = once(() => {
    notifications.hide(id)
    action?.act()
  })
  const message = (
    <span className={styles.line}>
      <span>{text}</span>
      {action && (
        <button type="button" className={styles.action} onClick={take}>
          {action.name}
        </button>
      )}
    </span>
  )
  const role = autoClose ? 'status' : 'alert'
  notifications.show({ id, message, icon, autoClose, role, closeButtonProps: { 'aria-label': 'Close' } })
  return () => notifications.hide(id)
}
