import type { JobContext, Outcome } from '#core/job/decision-rules.ts'
import { newJob } from '#core/job/decisions.ts'
import type { Job } from '#core/job/job.ts'
import { refuse } from '#core/model/refusals.ts'
import type { RecurringJobCommand } from './recurring-messages.ts'

/** The job of a date of recurring work: what any new job is, and what it was made from. */
export const decideRecurringJob = (
  job: Job | undefined,
  { data: { recurring, ...data } }: RecurringJobCommand,
  context: JobContext,
): Outcome =>
  context.actorRole === 'system'
    ? newJob(job, data, context, [{ type: 'JobOfRecurringWork', data: recurring }])
    : refuse('office-only')
