import { jobChanges } from '#core/history/changes.ts'
import { undoOf } from '#core/history/undo.ts'
import type { JobFacts } from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import type { JobCommand, JobEvent } from '#core/job/messages.ts'
import { withSeen } from '#core/job/seen-values.ts'
import type { DecisionContext } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { predict } from './prediction.ts'

/** A job before and after a command, and the command's events. */
export type Made = { before: Job; after: Job; events: readonly JobEvent[] }

/**
 * The command that undoes what a command has just done and leaves the job exactly as it was before; undefined if there is none.
 * It says what it replaces, so that it is refused once somebody has changed the same.
 */
export function undoAtOnce({ before, after, events }: Made, asked: DecisionContext<JobFacts>): JobCommand | undefined {
  for (const event of events) {
    const undo = undoOf(event, before, after, asked)
    if (isRefusal(undo)) continue
    for (const way of ways(undo, before)) {
      const command = withSeen(after, way)
      const undone = predict(after, command, asked, { commandId: '', happenedAt: asked.at, seq: 0 })
      if (!isRefusal(undone) && isAsBefore(before, undone.document)) return command
    }
  }
  return undefined
}

/** The day of its invoice is no field of its history. */
const isAsBefore = (before: Job, undone: Job | undefined) =>
  jobChanges(before, undone).length === 0 && before.office?.invoicedAt === undone?.office?.invoicedAt

/** Booking an earlier visit again books the job; a job that was not booked gets the status back that it had. */
function ways(undo: JobCommand, { jobStatus }: Job): JobCommand[] {
  if (undo.type !== 'ScheduleJob' || jobStatus === 'booked' || jobStatus === 'completed') return [undo]
  return [undo, { ...undo, data: { ...undo.data, statusBefore: jobStatus } }]
}
