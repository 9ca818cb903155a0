import { defaultTimeZone } from '#core/company/company.ts'
import type { JobContext, Outcome } from '#core/job/decision-rules.ts'
import { type Deadline, type Duty, isOpen } from '#core/job/duties/duty.ts'
import type { Job } from '#core/job/job.ts'
import { isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'

/** The time zone in which the days of a deadline begin and end. */
export const zoneOf = ({ facts }: JobContext) => facts.timeZone ?? defaultTimeZone

/** The server's time; the device's where only that is known. */
export const nowOf = ({ facts, at }: JobContext) => facts.now ?? at

export const dutyOf = (job: Job | undefined, dutyId: string): Duty | undefined =>
  job?.duties?.find((one) => one.dutyId === dutyId)

export const stepOf = (duty: Duty | undefined, step: Deadline['step']): Deadline | undefined =>
  duty?.deadlines.find((one) => one.step === step)

/** Everyone who was ever assigned to a visit of the job. */
const visitors = (job: Job) => [...job.assignedTo, ...Object.values(job.wereAssigned ?? {}).flat()]

/** The meeting of a step: it must be open, and met after the report and not in the future. */
export function meeting(
  job: Job | undefined,
  { dutyId, step, metAt, by }: { dutyId: string; step: Deadline['step']; metAt: string; by?: string | undefined },
  context: JobContext,
  decide: (met: { duty: Duty; by: string }) => Outcome,
): Outcome {
  if (!job) return refuse('job-not-found')
  if (step === 'summary' && !isOffice(context.actorRole)) return refuse('office-only')
  const duty = dutyOf(job, dutyId)
  const one = stepOf(duty, step)
  if (!duty || !one) return refuse('deadline-not-found')
  if (one.met) return []
  if (!isOpen(duty, one)) return refuse('deadline-not-found')
  if (Date.parse(metAt) > Date.parse(nowOf(context))) return refuse('time-ahead', {}, 'metAt')
  // What is found is often made safe on the spot, before the investigation is finished; a summary tells what it found.
  const [earliest, start] =
    step === 'summary' ? [one.startedAt, 'the end of the investigation'] : [duty.awareAt, 'the report']
  if (Date.parse(metAt) < Date.parse(earliest)) return refuse('before-start', { start }, 'metAt')
  const person = isOffice(context.actorRole) && by !== undefined ? by : context.actorId
  if (person !== context.actorId && !visitors(job).includes(person)) return refuse('not-a-member', {}, 'by')
  return decide({ duty, by: person })
}
