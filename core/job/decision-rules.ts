import type { CompanyPlan } from '#core/company/company.ts'
import type { ServiceLevel } from '#core/deadlines/schemas.ts'
import type { HolidayDivision } from '#core/deadlines/values.ts'
import { isOffice } from '#core/model/access.ts'
import type { DecisionContext } from '#core/model/messages.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import type { Job, Task } from './job.ts'
import type { JobEvent } from './messages.ts'
import type { Booked } from './overlaps/overlap.ts'
import { derivedStatus, type JobStatus, type Warning, warningStatus } from './values.ts'

/**
 * The facts of the company that a job's decisions depend on: its people, their names and other bookings, and its time zone.
 * They are missing in the browser; the API decides again with them.
 */
export type JobFacts = {
  memberIds?: readonly string[]
  usernames?: Readonly<Record<string, string>>
  bookings?: readonly Booked[]
  timeZone?: string
  /** The company's own service levels. */
  serviceLevels?: readonly ServiceLevel[]
  /** Whose bank holidays the service levels leave out. */
  holidays?: HolidayDivision
  /** The company's plan, and the current time by the server's clock, as a device's clock cannot be trusted. */
  plan?: CompanyPlan
  now?: string
  /** Whether the company needs photos before a job is done. */
  photosNeeded?: boolean
  /** SHA-256 in hex of the strokes in the command. */
  strokesDigest?: string
}
export type JobContext = DecisionContext<JobFacts>
export type Outcome = readonly JobEvent[] | Refusal

/** A change of the job status; none if the job has the status already. */
export const statusChange = (
  job: Job,
  to: JobStatus | undefined,
  reason: 'tasks' | 'warning' | 'scheduled' | 'booking deleted',
) =>
  to && to !== job.jobStatus ? [{ type: 'JobStatusChanged', data: { from: job.jobStatus, to, reason } } as const] : []

/** A change of the warning; none if the job has it already. */
export const warningChange = (job: Job, to: Warning): JobEvent[] =>
  to === job.warning ? [] : [{ type: 'WarningChanged', data: { from: job.warning, to } }]

/** The job status that a warning sets. */
export const statusByWarning = (job: Job, warning: Warning) => statusChange(job, warningStatus[warning], 'warning')

/** The job status after its warning was taken back: as its tasks and its booking say, if the warning had set another. */
export function statusWithout(job: Job, to: Warning) {
  const isOfWarning = warningStatus[job.warning] === job.jobStatus
  if (warningStatus[to] !== undefined || !isOfWarning) return statusByWarning(job, to)
  const derived = derivedStatus(job.jobDescriptions)
  const isBooked = job.jobBookingId !== undefined && derived !== 'completed'
  return statusChange(job, isBooked ? 'booked' : (derived ?? 'pending'), 'warning')
}

/** Runs a decision that only the office may make on an existing job. */
export const forOffice = (job: Job | undefined, context: JobContext, decide: (job: Job) => Outcome): Outcome =>
  !job ? refuse('job-not-found') : isOffice(context.actorRole) ? decide(job) : refuse('office-only')

/** Runs a decision that the people who are or were assigned to a visit may make, and the office. */
export function atVisit(
  job: Job | undefined,
  jobBookingId: string,
  { actorId, actorRole }: JobContext,
  decide: (job: Job) => Outcome,
): Outcome {
  if (!job) return refuse('job-not-found')
  const assigned = job.wereAssigned?.[jobBookingId] ?? (job.jobBookingId === jobBookingId ? job.assignedTo : undefined)
  if (!assigned) return refuse('visit-not-found')
  return isOffice(actorRole) || assigned.includes(actorId) ? decide(job) : refuse('visit-not-yours')
}

/** Runs a decision on an existing task. */
export const forTask = (job: Job | undefined, taskId: string, decide: (job: Job, task: Task) => Outcome): Outcome => {
  if (!job) return refuse('job-not-found')
  const task = job.jobDescriptions.find((one) => one.taskId === taskId)
  return task ? decide(job, task) : refuse('task-not-found')
}

/** Refuses one more entry of a list that is full; undefined if there is room. */
export const refusalIfFull = (
  { length }: { length: number },
  most: number,
  things: 'comments' | 'images' | 'tasks',
): Refusal | undefined =>
  length < most ? undefined : refuse('job-full', { most: most.toLocaleString('en-GB'), things })

/** Whether two texts are the same instant, which can be written in several ways. */
export const isInstant = (one: string | undefined, other: string) =>
  one !== undefined && Date.parse(one) === Date.parse(other)
