import { atVisit, type JobFacts } from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import { arrivalNow } from '#core/job/visit/time-on-site.ts'
import { isOffice } from '#core/model/access.ts'
import type { Decisions } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import { expectedAt, onTheWayNow } from './on-the-way.ts'
import type { OnTheWayCommand } from './on-the-way-messages.ts'

/** In milliseconds: who is expected so little later or earlier than they said has said nothing new. */
const alike = 5 * 60_000

/** The decisions on who is on the way to a visit. */
export const onTheWayDecisions: Decisions<Job, OnTheWayCommand, JobEvent, JobFacts> = {
  SayOnTheWay: (state, { jobId: _, ...said }, context) =>
    atVisit(state, said.jobBookingId, context, (job) => {
      if (arrivalNow(job, context.actorId, context.at)?.jobBookingId === said.jobBookingId) return []
      const before = job.onTheWay?.find(({ userId }) => userId === context.actorId)
      const expected = said.minutes === undefined ? undefined : expectedAt(context.at, said.minutes)
      if (before?.onWayId === said.onWayId) return []
      const isSaid =
        before !== undefined &&
        onTheWayNow(job, context.at).includes(before) &&
        before.jobBookingId === said.jobBookingId &&
        (before.expectedAt === undefined) === (expected === undefined) &&
        isAlike(before.expectedAt ?? before.saidAt, expected ?? context.at)
      return isSaid ? [] : [{ type: 'OnTheWaySaid', data: said }]
    }),
  // Who said it again meanwhile, or has nothing to take back, is left as it is.
  WithdrawOnTheWay: (state, { onWayId }, { actorId, actorRole }) => {
    if (!state) return refuse('job-not-found')
    const said = state.onTheWay?.find((one) => one.onWayId === onWayId)
    if (!said) return []
    if (said.userId !== actorId && !isOffice(actorRole)) return refuse('visit-not-yours')
    return [{ type: 'OnTheWayWithdrawn', data: { onWayId } }]
  },
}

const isAlike = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) < alike
