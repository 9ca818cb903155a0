import * as z from 'zod/mini'
import { type FoldedEvent, isRecurringEvent } from '#core/ledger/ledger.ts'
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
  /**
   * The completion of a check that counts: its first. Work that is added later and done does not make it a later check. One that was taken
   * back before it was recorded does not count.
   */
  checkedAt: z.optional(instant),
  /** The completion that its recurring work knows. */
  recordedAt: z.optional(instant),
  /** The completion of a check that its recurring work does not know yet. */
  toRecord: z.optional(instant),
})
export type RecurringJob = z.infer<typeof recurringJob>

type StatusChange = Extract<FoldedEvent, { type: 'JobStatusChanged' }>

export const recurringJobs: Projection<RecurringJob> = {
  name: 'recurring-jobs',
  version: 2,
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
    if (event.type === 'RecurringCheckDone') {
      const { completedAt } = event.data
      return unrecorded({ ...row, checkedAt: row.checkedAt ?? completedAt, recordedAt: completedAt })
    }
    return event.type === 'JobStatusChanged' ? unrecorded(withStatus(row, event)) : row
  },
}

function withStatus(row: RecurringJob, { data, happenedAt }: StatusChange): RecurringJob {
  const { completedAt: _, ...open } = row
  if (data.to === 'completed') {
    const completedAt = inMilliseconds(happenedAt)
    return { ...open, completedAt, ...(row.isCheck ? { checkedAt: row.checkedAt ?? completedAt } : {}) }
  }
  const { checkedAt: __, ...notDone } = open
  return row.recordedAt === undefined ? notDone : open
}

/** With the completion that is still to be recorded, if it is a check. */
function unrecorded({ toRecord: _, ...job }: RecurringJob): RecurringJob {
  return job.checkedAt !== undefined && job.checkedAt !== job.recordedAt ? { ...job, toRecord: job.checkedAt } : job
}
