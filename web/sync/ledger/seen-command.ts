import { withSeen } from '#core/job/seen-values.ts'
import { type DeviceCommand, isOfJob } from '#core/prediction/subjects.ts'
import type { LedgerState } from './ledger-state.ts'
import { shownJob } from './shown-documents.ts'

/** The command with what this device shows in place of the values that it sets, if it has read the job. */
export function withShown(state: LedgerState, command: DeviceCommand): DeviceCommand {
  // The form of times says itself what it showed: the job may have changed while the form was open.
  if (command.type === 'ChangeTimeOnSite' && command.data.from) return command
  const job = isOfJob(command) ? shownJob(state, command.data.jobId) : undefined
  return job && isOfJob(command) ? withSeen(job, command) : command
}
