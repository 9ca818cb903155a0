import type { HistoryEntry } from '#core/history/history.ts'
import { type UndoCommand, undoOf } from '#core/history/undo.ts'
import type { JobFacts } from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import { isJobEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import type { DecisionContext } from '#core/model/messages.ts'
import type { Refusal } from '#core/model/refusals.ts'
import { useUser } from '#web/client/use-user.ts'
import type { EntryContext } from '#web/features/history/history-authors.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { useJobAsOf } from '#web/sync/reads/job-history/as-of.ts'
import { useMay } from '#web/sync/rights.ts'

export type EntryUndo = {
  event: Extract<StoredEvent, JobEvent>
  now: Job
  asked: DecisionContext<JobFacts>
  /** What puts the change back, or why it cannot be; undefined while the job as it was before is being read, and for a user who may change nothing. */
  undo: UndoCommand | Refusal | undefined
  error: Error | null
}

/** How to put an entry's change back; undefined for an entry that is not of a known job. */
export function useUndo(
  entry: HistoryEntry,
  { jobId, history, eventAt }: Omit<EntryContext, 'chosen'>,
): EntryUndo | undefined {
  const { userId, userRole, companyId } = useUser()
  const mayWork = useMay('work')
  const now = useJob(jobId)
  const event = eventAt.get(entry.version)
  const noteId = event?.type === 'NoteDeleted' ? event.data.noteId : undefined
  const before = useJobAsOf(jobId, history, entry.version - 1, noteId)
  if (!event || !isJobEvent(event) || !now) return undefined
  const asked = { actorId: userId, actorRole: userRole, companyId, at: new Date().toISOString(), facts: {} }
  const isUnknown = before.isPending || before.error !== null || !mayWork
  const undo = isUnknown ? undefined : undoOf(event, before.data?.job, now, asked)
  return { event, now, asked, undo, error: before.error }
}
