import { mostExplanations } from '#core/deadlines/values.ts'
import { forOffice, type JobContext, type Outcome } from '#core/job/decision-rules.ts'
import type { Duty } from '#core/job/duties/duty.ts'
import type { Job } from '#core/job/job.ts'
import type { Refusal } from '#core/model/refusals.ts'
import { dutyOf } from './duty-rules.ts'
import { refuseDeadline } from './refuse-deadline.ts'

/** Runs a decision that only the office may make, on a duty that has not ended. */
export const forDuty = (
  state: Job | undefined,
  dutyId: string,
  context: JobContext,
  decide: (duty: Duty, job: Job) => Outcome,
): Outcome =>
  forOffice(state, context, (job) => {
    const duty = dutyOf(job, dutyId)
    if (!duty) return refuseDeadline('duty-not-found')
    return duty.ended ? refuseDeadline('duty-ended') : decide(duty, job)
  })

/** Refuses one more explanation, offer or letter of a duty that has too many. */
export const refusalIfTold = (list: readonly unknown[]): Refusal | undefined =>
  list.length < mostExplanations ? undefined : refuseDeadline('explanations-full', { most: mostExplanations })
