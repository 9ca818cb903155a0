import { evolve, type Job } from '#core/job/job.ts'
import type { Envelope } from '#core/model/messages.ts'

/**
 * Stands in for a job whose creation cannot be read, so that the events after it can still be folded. Nothing of the job is known but
 * its number, which is not part of an event's data.
 */
export const unreadJob = (first: Envelope): Job | undefined =>
  evolve(undefined, {
    ...first,
    type: 'JobCreated',
    data: { apartmentName: '', createdAt: first.recordedAt.slice(0, 10), jobPriority: 1, tasks: [] },
  })
