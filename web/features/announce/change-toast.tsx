import { notifications } from '@mantine/notifications'
import { IconCheck } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { signedInAs } from '#web/client/session.ts'
import styles from '#web/ui/states/toast.module.css'
import { once } from '#web/ui/states/toast.tsx'

type Change = { words: string; jobId: string; undo: (() => void) | undefined }

/** In milliseconds. */
const shownFor = 10_000
let latest: string | undefined
let shown = 0

/**
 * Says what was changed on a job, with a way to it and a way back. It takes the place of the one before: many changes in a row
 * must not cover the page. Returns how to hide it.
 */
export function showChange(change: Change): () => void {
  if (signedInAs() === undefined) return () => undefined
  if (latest) notifications.hide(latest)
  shown += 1
  const id = `change-${shown}`
  latest = id
  const hide = () => void notifications.hide(id)
  notifications.show({
    id,
    role: 'status',
    autoClose: shownFor,
    icon: <IconCheck size={18} className={styles.success} aria-hidden />,
    message: <Message {...change} undo={change.undo && once(change.undo)} onTaken={hide} />,
    closeButtonProps: { 'aria-label': 'Close' },
  })
  return hide
}

function Message({ words, jobId, undo, onTaken }: Change & { onTaken: () => void }) {
  const { pathname } = useLocation()
  const path = `/job/${jobId}`
  const take = () => {
    onTaken()
    undo?.()
  }
  return (
    <span className={styles.line}>
      <span>{words}</span>
      <span className={styles.actions}>
        {pathname !== path && (
          <Link to={path} className={styles.action} onClick={onTaken}>
            Open
          </Link>
        )}
        {undo && (
          <button type="button" className={styles.action} onClick={take}>
            Undo
          </button>
        )}
      </span>
    </span>
  )
}
