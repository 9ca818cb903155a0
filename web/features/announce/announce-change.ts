import type { Job } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { subjectOf } from '#core/prediction/subjects.ts'
import { undoAtOnce } from '#core/prediction/undo-at-once.ts'
import { contextOf } from '#web/sync/ledger/asker-context.ts'
import { dispatchUndo } from '#web/sync/ledger/dispatch.ts'
import type { LedgerState } from '#web/sync/ledger/ledger-state.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { shownJob } from '#web/sync/ledger/shown-documents.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { showChange } from './change-toast.tsx'
import { changeWords } from './change-words.ts'

/**
 * Announces the change of a job that was made between these two states of the ledger, if there was one. The message disappears if
 * the server refuses the change.
 */
export function announceChange(ledgerBefore: LedgerState, ledgerAfter: LedgerState) {
  const entry = ledgerAfter.queue.at(-1)
  // Where nothing changes, nothing is queued.
  if (!entry || ledgerBefore.queue.includes(entry)) return
  const jobId = subjectOf(entry.command)
  const [before, after] = [shownJob(ledgerBefore, jobId), shownJob(ledgerAfter, jobId)]
  const stateOf = (queue: readonly Entry[]) => queue.find((one) => one.commandId === entry.commandId)?.state
  // It may have been refused while this code was loading.
  if (!after || stateOf(useLedger.getState().queue) === 'refused') return
  const events = entry.events.filter(isJobEvent)
  const hide = showChange({ words: changeWords(events, before, after), jobId, undo: undoOf(events, before, after) })
  const stop = useLedger.subscribe(({ queue }) => {
    const state = stateOf(queue)
    if (state === 'refused') hide()
    if (state !== 'waiting' && state !== 'stuck') stop()
  })
}

function undoOf(events: readonly JobEvent[], before: Job | undefined, after: Job) {
  const { asker } = useLedger.getState()
  if (!asker || !before) return undefined
  const command = undoAtOnce({ before, after, events }, contextOf(asker, { happenedAt: new Date().toISOString() }))
  if (!command) return undefined
  return () => {
    const refusal = dispatchUndo(command)
    if (refusal) toast.failure(refusal.error)
    else toast.success('Put back')
  }
}
