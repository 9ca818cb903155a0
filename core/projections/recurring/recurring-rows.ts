import * as z from 'zod/mini'
import { isRecurringEvent } from '#core/ledger/ledger.ts'
import { inMilliseconds } from '#core/model/milliseconds.ts'
import { day, id, instant } from '#core/model/values.ts'
import type { Projection } from '#core/projections/projection.ts'
import { evolve, recurringWork } from '#core/recurring/recurring-work.ts'

/** Recurring work. `makeAt` is when the server has something to make; missing while it is paused, and when nothing comes. */
export const recurringRow = z.object({ ...recurringWork.shape, makeAt: z.optional(instant) })
export type RecurringRow = z.infer<typeof recurringRow>

export const recurringRows: Projection<RecurringRow> = {
  name: 'recurring-work',
  version: 1,
  row: recurringRow,
  audience: 'office',
  pushed: true,
  // Screens read it again when it is pushed, with the dates that the calendar tells.
  pushedRow: ({ recurringId, siteId }) => ({ recurringId, siteId }),
  key: (event) => (event.stream === 'recurring' ? event.streamId : undefined),
  fold: (row, event) => {
    if (!isRecurringEvent(event)) return row
    const work = evolve(row && withoutTime(row), event)
    // Rows are found by this time as a text, so all have milliseconds.
    return (
      work && { ...work, ...(work.state === 'on' && work.next ? { makeAt: inMilliseconds(work.next.makeAt) } : {}) }
    )
  },
}

const withoutTime = ({ makeAt: _, ...work }: RecurringRow) => work

/** A job that was made from recurring work. */
export const recurringJob = z.object({
  jobId: id,
  recurringId: id,
  date: day,
  isCheck: z.boolean(),
  /** When it was completed, while it is. */
  completedAt: z.optional(instant),
  /** The completion that its recurring work knows. */
  recordedAt: z.optional(instant),
  /** The completion of a check that its recurring work does not know yet. */
  toRecord: z.optional(instant),
})
export type RecurringJob = z.infer<typeof recurringJob>

export const recurringJobs: Projection<RecurringJob> = {
  name: 'recurring-jobs',
  version: 1,
  row: recurringJob,
  audience: 'office',
  pushed: false,
  key: (event) => {
    if (event.type === 'RecurringCheckDone') return event.data.jobId
    return event.type === 'JobOfRecurringWork' || event.type === 'JobStatusChanged' ? event.streamId : undefined
  },
  fold: (row, event) => {
    if (event.type === 'JobOfRecurringWork') {
      const { recurringId, date, check = false } = event.data
      return { jobId: event.streamId, recurringId, date, isCheck: check }
    }
    if (!row) return undefined
    const { toRecord: _, ...rest } = row
    if (event.type === 'RecurringCheckDone') return unrecorded({ ...rest, recordedAt: event.data.completedAt })
    if (event.type !== 'JobStatusChanged') return row
    const { completedAt: __, ...open } = rest
    return event.data.to === 'completed'
      ? unrecorded({ ...open, completedAt: inMilliseconds(event.happenedAt) })
      : unrecorded(open)
  },
}

/** With the completion that is still to be recorded, if it is a check. */
const unrecorded = (job: RecurringJob): RecurringJob =>
  job.isCheck && job.completedAt !== undefined && job.completedAt !== job.recordedAt
    ? { ...job, toRecord: job.completedAt }
    : job
