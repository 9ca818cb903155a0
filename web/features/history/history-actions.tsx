import { Button } from '@mantine/core'
import { useState } from 'react'
import { textsOf } from '#core/erasure/erasure.ts'
import type { HistoryEntry } from '#core/history/history.ts'
import { undoOf } from '#core/history/undo.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { isOffice, may } from '#core/model/access.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { useUser } from '#web/client/use-user.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './history.module.css'
import type { EntryContext } from './history-authors.ts'
import { jobAt } from './history-moments.ts'
import { undoLabel } from './history-undo-label.ts'

const UndoDialog = lazyComponent(async () => (await import('./history-undo.tsx')).UndoDialog)
const EraseDialog = lazyComponent(async () => (await import('./history-erase.tsx')).EraseDialog)
const CorrectTime = lazyComponent(async () => (await import('./history-correct-time.tsx')).CorrectTime)

type Props = { entry: HistoryEntry } & Omit<EntryContext, 'chosen'>

/** What can be done about a change: undo it, correct its time, or erase it by law. */
export function EntryActions({ entry, jobId, events, eventAt, zone }: Props) {
  const user = useUser()
  const now = useJob(jobId)
  const [open, setOpen] = useState<'undo' | 'correct' | 'erase'>()
  const event = eventAt.get(entry.version)
  if (!event || !isJobEvent(event) || !now) return null
  const { userId, userRole, companyId } = user
  const context = { actorId: userId, actorRole: userRole, companyId, at: new Date().toISOString(), facts: {} }
  const before = jobAt(events, event.version - 1)
  const undo = undoOf(event, before, now, context)
  const close = () => setOpen(undefined)
  return (
    <div className={styles.actions}>
      {isRefusal(undo) ? (
        <p className={styles.when}>Can’t be put back: {undo.error}</p>
      ) : (
        <Button variant="default" size="xs" onClick={() => setOpen('undo')}>
          {undoLabel(undo, zone)}
        </Button>
      )}
      {isOffice(userRole) && entry.type !== 'TimeCorrected' && (
        <Button variant="default" size="xs" onClick={() => setOpen('correct')}>
          Correct the time
        </Button>
      )}
      {may.erase(userRole) && textsOf(event).length > 0 && (
        <Button variant="default" size="xs" onClick={() => setOpen('erase')}>
          Erase…
        </Button>
      )}
      {open === 'undo' && !isRefusal(undo) && (
        <UndoDialog job={now} command={undo} asked={context} zone={zone} onClose={close} />
      )}
      {open === 'erase' && <EraseDialog seq={event.seq} zone={zone} onClose={close} />}
      {open === 'correct' && <CorrectTime jobId={jobId} entry={entry} zone={zone} onClose={close} />}
    </div>
  )
}
