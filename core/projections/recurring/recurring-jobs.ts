import * as z from 'zod/mini'
import type { FoldedEvent } from '#core/ledger/ledger.ts'
import { inMilliseconds } from '#core/model/milliseconds.ts'
import { day, id, instant } from '#core/model/values.ts'
import type { Projection } from '#core/projections/projection.ts'
import { attendanceEvents, attendances, lastAttendance, withAttendance } from './attendances.ts'

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
  /** The version of the event of that completion, whose time may be corrected. */
  checkedIn: z.optional(z.int()),
  ...attendances.shape,
  /** When its recurring work says that the check was done. */
  recordedAt: z.optional(instant),
  /** When a check was done, if its recurring work does not say so yet. */
  toRecord: z.optional(instant),
})
export type RecurringJob = z.infer<typeof recurringJob>

type Of<T extends FoldedEvent['type']> = Extract<FoldedEvent, { type: T }>

export const recurringJobs: Projection<RecurringJob> = {
  name: 'recurring-jobs',
  version: 2,
  row: recurringJob,
  audience: 'office',
  pushed: false,
  key: (event) => {
    if (event.type === 'RecurringCheckDone') return event.data.jobId
    return ofJob.has(event.type) ? event.streamId : undefined
  },
  fold: (row, event) => {
    if (event.type === 'JobOfRecurringWork') {
      const { recurringId, date, check = false } = event.data
      return { jobId: event.streamId, recurringId, date, isCheck: check }
    }
    return row && unrecorded(changed(row, event))
  },
}

const ofJob: ReadonlySet<string> = new Set([
  'JobOfRecurringWork',
  'JobStatusChanged',
  'TimeCorrected',
  ...attendanceEvents,
])

function changed(row: RecurringJob, event: FoldedEvent): RecurringJob {
  switch (event.type) {
    case 'RecurringCheckDone':
      return recorded(row, event)
    case 'JobStatusChanged':
      return withStatus(row, event)
    case 'TimeCorrected':
      return corrected(row, event)
    default:
      return row.isCheck ? withAttendance(row, event) : row
  }
}

function recorded(row: RecurringJob, { data }: Of<'RecurringCheckDone'>): RecurringJob {
  const job = { checkedAt: data.completedAt, ...row }
  // Events without `doneAt` are older: whatever they rested on, their day stays as it is if it is the right one.
  const isSameDay = doneAt(job)?.slice(0, 10) === data.doneOn
  const recordedAt = data.doneAt ?? (isSameDay ? doneAt(job) : data.completedAt)
  return { ...job, ...(recordedAt === undefined ? {} : { recordedAt }) }
}

function withStatus(row: RecurringJob, { data, happenedAt, version }: Of<'JobStatusChanged'>): RecurringJob {
  const { completedAt: _, ...open } = row
  if (data.to === 'completed') {
    const completedAt = inMilliseconds(happenedAt)
    const isFirst = row.isCheck && row.checkedAt === undefined
    return { ...open, completedAt, ...(isFirst ? { checkedAt: completedAt, checkedIn: version } : {}) }
  }
  const { checkedAt: __, checkedIn: ___, ...notDone } = open
  return row.recordedAt === undefined ? notDone : open
}

/** The time of a completion is corrected in its own entry, or in the one before it: the change that completed the job. */
function corrected(row: RecurringJob, { data: { version, happenedAt } }: Of<'TimeCorrected'>): RecurringJob {
  const isOfCheck = row.checkedIn !== undefined && (version === row.checkedIn || version === row.checkedIn - 1)
  return isOfCheck ? { ...row, checkedAt: inMilliseconds(happenedAt) } : row
}

/** A check was done at the last attendance before it was completed or, if none is known, when it was completed. */
const doneAt = (job: RecurringJob): string | undefined =>
  job.checkedAt === undefined ? undefined : (lastAttendance(job, job.checkedAt) ?? job.checkedAt)

/** With the time that is still to be recorded. */
function unrecorded(job: RecurringJob): RecurringJob {
  const at = doneAt(job)
  if (at !== undefined && at !== job.recordedAt) return { ...job, toRecord: at }
  const { toRecord: _, ...rest } = job
  return job.toRecord === undefined ? job : rest
}
