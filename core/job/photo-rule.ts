import { isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import type { JobContext, Outcome } from './decision-rules.ts'
import type { Job } from './job.ts'
import type { JobEvent } from './messages.ts'
import { derivedStatus } from './values.ts'

/**
 * The after photos that a job lacks under the company's rule: one for each before photo, and one in all. A photo counts from
 * when it was taken, as it may arrive after the tick that it proves.
 */
export function missingPhotos({ pairs = [] }: Pick<Job, 'pairs'>) {
  const unfinished = pairs.filter((one) => one.before && !one.after)
  return { unfinished, count: pairs.length === 0 ? 1 : unfinished.length }
}

/** Whether all tasks of a job are completed and only the photos that somebody left out keep it open. */
export const isHeldOpen = ({ photosLeftOut, jobDescriptions, jobStatus }: Job) =>
  photosLeftOut !== undefined &&
  derivedStatus(jobDescriptions) === 'completed' &&
  (jobStatus === 'pending' || jobStatus === 'booked')

/** Whether these events complete a job. */
const completes = (events: readonly JobEvent[]) =>
  events.some((one) => one.type === 'JobStatusChanged' && one.data.to === 'completed')

/**
 * Applies the company's rule to a change of a task's status that would complete the job. Without the photos it is refused, unless
 * there is a reason: then the team's tick counts and the job stays open for the office, which alone completes it without photos.
 */
export function withPhotoRule(
  job: Job,
  events: readonly JobEvent[],
  reason: string | undefined,
  { actorRole, facts }: JobContext,
): Outcome {
  const { count } = missingPhotos(job)
  if (count === 0 || !completes(events)) return events
  if (!reason?.trim())
    return facts.photosNeeded
      ? refuse('photos-needed', { photos: count === 1 ? 'an after photo' : `${count} after photos` })
      : events
  const leftOut = { type: 'PhotosLeftOut', data: { reason: reason.trim() } } as const
  return [leftOut, ...(isOffice(actorRole) ? events : events.filter((one) => one.type !== 'JobStatusChanged'))]
}
