import { Button } from '@mantine/core'
import { useState } from 'react'
import { textsOf } from '#core/erasure/erasure.ts'
import type { HistoryEntry } from '#core/history/history.ts'
import { undoOf } from '#core/history/undo.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { isOffice } from '#core/model/access.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { useUser } from '#web/client/use-user.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { useJobAsOf } from '#web/sync/reads/job-history/as-of.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './history.module.css'
import type { EntryContext } from './history-authors.ts'
import { undoLabel } from './history-undo-label.ts'

const UndoDialog = lazyComponent(async () => (await import('./history-undo.tsx')).UndoDialog)
const EraseDialog = lazyComponent(async () => (await import('./history-erase.tsx')).EraseDialog)
const CorrectTime = lazyComponent(async () => (await import('./history-correct-time.tsx')).CorrectTime)

type Props = { entry: HistoryEntry } & Omit<EntryContext, 'chosen'>

/** What can be done about a change: undo it, correct its time, or erase it by law. */
export function EntryActions({ entry, jobId, history, eventAt, zone }: Props) {
  const user = useUser()
  const now = useJob(jobId)
  const [mayWork, mayErase] = [useMay('work'), useMay('erase')]
  const [open, setOpen] = useState<'undo' | 'correct' | 'erase'>()
  const event = eventAt.get(entry.version)
  const noteId = event?.type === 'NoteDeleted' ? event.data.noteId : undefined
  const before = useJobAsOf(jobId, history, entry.version - 1, noteId)
  if (!event || !isJobEvent(event) || !now) return null
  const { userId, userRole, companyId } = user
  const context = { actorId: userId, actorRole: userRole, companyId, at: new Date().toISOString(), facts: {} }
  const undo = before.isPending || before.error ? undefined : undoOf(event, before.data?.job, now, context)
  const close = () => setOpen(undefined)
  return (
    <div className={styles.actions}>
      {before.error && <p className={styles.when}>The job as it was before could not be loaded.</p>}
      {mayWork && undo && isRefusal(undo) && <p className={styles.when}>Can’t be put back: {undo.error}</p>}
      {mayWork && undo && !isRefusal(undo) && (
        <Button variant="default" size="xs" onClick={() => setOpen('undo')}>
          {undoLabel(undo, zone)}
        </Button>
      )}
      {mayWork && isOffice(userRole) && entry.type !== 'TimeCorrected' && (
        <Button variant="default" size="xs" onClick={() => setOpen('correct')}>
          Correct the time
        </Button>
      )}
      {mayErase && textsOf(event).length > 0 && (
        <Button variant="default" size="xs" onClick={() => setOpen('erase')}>
          Erase…
        </Button>
      )}
      {open === 'undo' && undo && !isRefusal(undo) && (
        <UndoDialog job={now} command={undo} asked={context} zone={zone} onClose={close} />
      )}
      {open === 'erase' && <EraseDialog seq={event.seq} zone={zone} onClose={close} />}
      {open === 'correct' && <CorrectTime jobId={jobId} entry={entry} zone={zone} onClose={close} />}
    </div>
  )
}
