import { isSetting, withSeen } from '#core/job/seen-values.ts'
import { type DeviceCommand, isOfJob } from '#core/prediction/subjects.ts'
import type { LedgerState } from './ledger-state.ts'
import { shownJob } from './shown-documents.ts'

/**
 * The command with what this device shows in place of the values that it sets, if it has read the job. A dialog, a drag or a field
 * that says itself what it showed keeps that: the job may have changed since it was opened.
 */
export function withShown(state: LedgerState, command: DeviceCommand): DeviceCommand {
  if (!isOfJob(command) || (isSetting(command) && command.data.from)) return command
  const job = shownJob(state, command.data.jobId)
  return job ? withSeen(job, command) : command
}
