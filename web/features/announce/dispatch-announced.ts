import type { JobFacts } from '#core/job/decision-rules.ts'
import type { JobCommand } from '#core/job/messages.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'

/** Dispatches a command on a job as `dispatch` does, and says what changed, with Open, and Undo where the ledger can. */
export function dispatchAnnounced(command: JobCommand, facts: JobFacts = {}) {
  const before = useLedger.getState()
  const refusal = dispatch(command, facts)
  const after = useLedger.getState()
  if (refusal) return refusal
  // Loaded when something is announced. A page that cannot load it, offline, shows the change all the same.
  void import('./announce-change.ts').then(
    ({ announceChange }) => announceChange(before, after),
    () => undefined,
  )
  return undefined
}
