import type { JobFacts } from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import { type Decisions, decideBy } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import type { FailedMailCommand } from './failed-mail-messages.ts'
import { whyFailed } from './why-failed.ts'

const decisions: Decisions<Job, FailedMailCommand, JobEvent, JobFacts> = {
  RecordEmailFailed: (job, { jobId: _, ...failed }, { actorRole }) => {
    if (!job) return refuse('job-not-found')
    if (actorRole !== 'system') return refuse('office-only')
    return whyFailed(job.office, failed) ? [] : [{ type: 'EmailFailed', data: failed }]
  },
}

/** Decides that an email of a job is given up. */
export const decideFailedMail = decideBy(decisions)
