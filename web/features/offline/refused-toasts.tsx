import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useShallow } from 'zustand/react/shallow'
import { subjectOf } from '#core/prediction/subjects.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { isFollowed } from '#web/sync/outbox/followed.ts'
import { asksToBookAnyway, asksWhichToKeep, type Entry, setAside } from '#web/sync/outbox/outbox.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { isAskedHere } from './clashes/asks-here.ts'
import styles from './refused-change.module.css'

/** Loaded when something is refused. */
const RefusedChange = lazyComponent(async () => (await import('./refused-change.tsx')).RefusedChange)
const AskedClash = lazyComponent(async () => (await import('./clashes/asked-clash.tsx')).AskedClash)
const RefusedEdit = lazyComponent(async () => (await import('#web/features/job-dialogs/edit-conflict.tsx')).RefusedEdit)

/**
 * Shows each change the server refused or keeps failing to process, with the reason, until it is retried or discarded; one that only needs a decision
 * is asked about instead. A dialog that follows its commands shows theirs.
 */
export function RefusedToasts() {
  const failed = useLedger(useShallow(({ queue }) => setAside(queue).filter((one) => !isFollowed(one.commandId))))
  const [unanswered, setUnanswered] = useState<readonly string[]>([])
  const { pathname: path } = useLocation()
  const isListed = path === '/waiting'
  const clash = failed.find((one) => asksToBookAnyway(one) && isAskedHere(one, path))
  const [wasAsked, setAsked] = useState(false)
  if (clash && !wasAsked) setAsked(true)
  const edit = failed.find((one) => asksWhichToKeep(one) && !unanswered.includes(one.commandId))
  useEffect(() => {
    // The open job asks about its conflicts itself, and Waiting to send lists everything that was refused; see OfflineCard.
    const isOnPage = (one: Entry) =>
      isListed || (one.conflict !== undefined && path === `/job/${subjectOf(one.command)}`)
    const isAsked = (one: Entry) =>
      (asksToBookAnyway(one) && isAskedHere(one, path)) ||
      isOnPage(one) ||
      (asksWhichToKeep(one) && !unanswered.includes(one.commandId))
    const entries = failed.filter((one) => !isAsked(one))
    for (const entry of entries) {
      const message = <RefusedChange entry={entry} />
      const icon = <IconAlertTriangle size={18} className={styles.icon} aria-hidden />
      if (!shown.has(entry.commandId))
        notifications.show({ id: entry.commandId, message, icon, autoClose: false, withCloseButton: false })
      shown.add(entry.commandId)
    }
    for (const id of shown) {
      if (entries.some((one) => one.commandId === id)) continue
      hide(id)
    }
  }, [failed, unanswered, isListed, path])
  // They are one user's: the next one to sign in here must not see them.
  useEffect(() => () => [...shown].forEach(hide), [])
  return (
    <>
      {wasAsked && <AskedClash entry={clash} />}
      {edit && (
        <RefusedEdit key={edit.commandId} entry={edit} onClose={() => setUnanswered([...unanswered, edit.commandId])} />
      )}
    </>
  )
}

const shown = new Set<string>()

function hide(id: string) {
  shown.delete(id)
  notifications.hide(id)
}
