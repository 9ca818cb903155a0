import type { GivenVat } from '#core/company/vat-treatments.ts'
import type { JobFacts } from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'
import { withSeen } from '#core/job/seen-values.ts'
import type { Warning } from '#core/job/values.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import type { DecisionContext } from '#core/model/messages.ts'
import { isRefusal, type Refusal, refuse } from '#core/model/refusals.ts'
import { predict } from './prediction.ts'
import type { Made } from './undo-at-once.ts'

/** The most jobs that can be changed at once: each is read and decided on its own, and is looked over before it is sent. */
export const mostAtOnce = 500

/** Why this many jobs are not changed, exported or printed at once; undefined if they are. */
export const tooManyAtOnce = (jobs: number): string | undefined =>
  jobs <= mostAtOnce
    ? undefined
    : `You can change, export or print up to ${mostAtOnce} jobs at once, and there are ${jobs.toLocaleString('en-GB')} here. Filter the list first, or do it in batches.`

/** The same change of many jobs: what it asks of each of them, or why it cannot be asked. */
export type ChangeOfMany = (job: Job) => JobCommand | Refusal

export const warnEach =
  (warning: Warning): ChangeOfMany =>
  ({ jobId }) => ({ type: 'ChangeWarning', data: { jobId, warning } })

/**
 * Invoices each job that can be invoiced, under a number of its own, counted up from the first one, or all under that one. A job
 * that is invoiced already keeps its number, and none is left out of the count for a job that refuses.
 */
export function invoiceEach(
  jobs: readonly Job[],
  { first, isForAll, vat }: { first: string; isForAll: boolean; vat?: GivenVat | undefined },
  asked: DecisionContext<JobFacts>,
): ChangeOfMany {
  const invoice = (number: string) => invoiceUnder(() => number, vat)
  const able = jobs.filter((job) => 'command' in planned(job, invoice(first), asked))
  const numbers = isForAll ? able.map(() => first.trim()) : invoiceNumbers(first, able.length)
  const numberOf = new Map(able.map(({ jobId }, nth) => [jobId, numbers[nth]]))
  return invoiceUnder(({ jobId }) => numberOf.get(jobId) ?? first, vat)
}

const invoiceUnder =
  (numberOf: (job: Job) => string, vat: GivenVat | undefined): ChangeOfMany =>
  (job) =>
    job.warning === 'invoiced'
      ? refuse('already-so')
      : {
          type: 'ChangeWarning',
          data: { jobId: job.jobId, warning: 'invoiced', invoice: numberOf(job), ...(vat ? { vat } : {}) },
        }

/** Gives each job's visit to these people, at the time that it has. */
export const assignEach =
  (assignedTo: readonly string[]): ChangeOfMany =>
  ({ jobId, jobBookingId, jobStart, jobEnd, access = '' }) =>
    jobBookingId && jobStart && jobEnd
      ? { type: 'ScheduleJob', data: { jobId, jobBookingId, jobStart, jobEnd, access, assignedTo: [...assignedTo] } }
      : refuse('visit-needed', {}, 'assignedTo')

/** What a change would do to one of many jobs, or why it does nothing. */
export type Planned = { job: Job } & ({ command: JobCommand; made: Made } | { refusal: Refusal })

/** What a change would do to a job, and what it replaces there, as far as a device can tell: the server decides again with the facts that it has. */
export function planned(job: Job, change: ChangeOfMany, asked: DecisionContext<JobFacts>): Planned {
  const command = change(job)
  if (isRefusal(command)) return { job, refusal: command }
  const outcome = predict(job, command, asked, { commandId: '', happenedAt: asked.at, seq: 0 })
  if (isRefusal(outcome)) return { job, refusal: outcome }
  const { document: after } = outcome
  if (!after || outcome.events.length === 0) return { job, refusal: refuse('already-so') }
  return {
    job,
    command: withSeen(job, command),
    made: { before: job, after, events: outcome.events.filter(isJobEvent) },
  }
}

/** Whether the job needs no change, as it is like this already. */
export const isAlreadySo = (one: Planned) => 'refusal' in one && one.refusal.refused === 'already-so'

/**
 * So many invoice numbers, counted up from the first one: INV-0099, INV-0100. The digits at its end keep their width. One
 * without digits at its end is the same for all.
 */
export function invoiceNumbers(first: string, count: number): string[] {
  const [, prefix = '', digits = ''] = /^(.*?)(\d*)$/s.exec(first.trim()) ?? []
  const numberAt = (nth: number) => (digits ? String(BigInt(digits) + BigInt(nth)).padStart(digits.length, '0') : '')
  return Array.from({ length: count }, (_, nth) => prefix + numberAt(nth))
}
