import type { JobFacts } from '#core/job/decision-rules.ts'
import type { dutyCommands } from '#core/job/duties/duty-messages.ts'
import type { Job } from '#core/job/job.ts'
import type { JobCommand, JobEvent } from '#core/job/messages.ts'
import { isOffice } from '#core/model/access.ts'
import type { Decisions } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import { dutyOf, meeting, stepOf } from './duty-rules.ts'

/** The decisions on deadlines that need no rule of the law, so that a device can take them without a network. */
export const deviceDutyDecisions: Pick<Decisions<Job, JobCommand, JobEvent, JobFacts>, keyof typeof dutyCommands> = {
  MeetDeadline: (state, { jobId: _, by: given, ...data }, context) =>
    data.step === 'investigate'
      ? refuse('deadline-not-found')
      : meeting(state, { ...data, by: given }, context, ({ by }) => [
          { type: 'DeadlineMet', data: { ...data, by, note: data.note.trim() } },
        ]),
  ReopenDeadline: (job, { dutyId, step }, { actorId, actorRole }) => {
    if (!job) return refuse('job-not-found')
    const one = stepOf(dutyOf(job, dutyId), step)
    if (!one || step === 'investigate') return refuse('deadline-not-found')
    if (!one.met) return []
    if (!isOffice(actorRole) && one.met.by !== actorId) return refuse('office-only')
    return [{ type: 'DeadlineReopened', data: { dutyId, step } }]
  },
}
