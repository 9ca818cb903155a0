import type { Job, Signature } from '#core/job/job.ts'
import { noteCount } from '#core/job/newest-notes.ts'
import { capitalised } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import { pounds } from '#core/model/money.ts'
import { dayName, fullDayIn, timeIn } from '#core/time/format.ts'
import { signerLine } from '#web/ui/signature/signature-names.ts'
import { dateIn, dayIn } from '#web/ui/time/format-instant.ts'
import { visitFacts } from './sheet-visits.ts'

/** What the sheet needs besides the job. */
export type SheetContext = {
  company: string
  /** How to reach the company, a line each. */
  contact: readonly string[]
  zone: string
  nameOf: (userId: string) => string
  /** When each completed task was completed, by task id, where known. */
  doneAt: ReadonlyMap<string, string>
}
export type Fact = readonly [name: string, value: string]

/** The visit in full, 'Friday 20 November 2026, 09:00 to 11:00'. */
export function visitOf({ jobStart, jobEnd }: Job, zone: string): string {
  if (!jobStart || !jobEnd) return 'Not scheduled'
  const [first, last] = [fullDayIn(jobStart, zone), fullDayIn(jobEnd, zone)]
  return `${first}, ${timeIn(jobStart, zone)} to ${first === last ? '' : `${last}, `}${timeIn(jobEnd, zone)}`
}

/** The facts at the top of the sheet; the office's only if the job came with them. */
export function factsOf(job: Job, reading: SheetContext): Fact[] {
  const { nameOf } = reading
  const { assignedTo, access, createdAt, nextVisitHours, nextVisitPeople, office } = job
  const hours = `${nextVisitHours} ${nextVisitHours === 1 ? 'hour' : 'hours'}`
  const people = `${nextVisitPeople} ${nextVisitPeople === 1 ? 'person' : 'people'}`
  const ofOffice: Fact[] = office
    ? [
        ['Agency', capitalised(office.agency) || '—'],
        ['Work Order', office.workOrder || '—'],
        ['Received By', office.receivedBy || '—'],
        ['Created', `${dayName(createdAt)} by ${nameOf(office.createdBy) || '—'}`],
        ['Invoice', office.invoice || 'Not invoiced'],
      ]
    : []
  return [
    ['Team', assignedTo.map(nameOf).filter(Boolean).join(', ') || '—'],
    ['Access', access || '—'],
    ...visitFacts(job, reading),
    ...ofOffice,
    ['Next visit', nextVisitHours + nextVisitPeople > 0 ? `${hours}, ${people}` : '—'],
  ]
}

/** How many tasks are completed and, for the office, their total price. */
export function sumsOf({ jobDescriptions, office }: Job): { done: string; total: string | undefined } {
  const done = jobDescriptions.filter((one) => one.status === 'completed').length
  const total = office && jobDescriptions.reduce((sum, one) => sum + (office.prices[one.taskId] ?? 0), 0)
  return {
    done: `${done} of ${jobDescriptions.length} completed`,
    total: total === undefined ? undefined : pounds(total),
  }
}

/** A task's price as text; undefined for people who may not see prices. */
export function priceOf({ office }: Job, taskId: string): string | undefined {
  const price = office?.prices[taskId]
  return office && (price === undefined ? '—' : pounds(price))
}

/** The day a task was completed; undefined if unknown. */
export function doneOn(taskId: string, { doneAt, zone }: SheetContext): string | undefined {
  const at = doneAt.get(taskId)
  return at && dateIn(at, zone)
}

/** When a signature was given, and who took it. */
export const signedOn = ({ timestamp, userId }: Signature, { zone, nameOf }: SheetContext) =>
  [`Signed ${dayIn(timestamp, zone)}, ${timeIn(timestamp, zone)}`, nameOf(userId) && `taken by ${nameOf(userId)}`]
    .filter(Boolean)
    .join(', ')

/** A sheet has the comments that this device has read. */
export const commentsTitle = (job: Job) =>
  job.olderNotes ? `Comments (the last ${job.extraNotes.length} of ${noteCount(job)})` : 'Comments'

/** The whole sheet as plain text, to paste into a message. */
export function sheetText(job: Job, reading: SheetContext): string {
  const { zone, nameOf, company, contact } = reading
  const { done, total } = sumsOf(job)
  const tasks = job.jobDescriptions.map(({ taskId, description, status, ready }) =>
    [
      `- ${description}: ${[label(status), !job.office && doneOn(taskId, reading)].filter(Boolean).join(' ')}`,
      ready && 'ready',
      priceOf(job, taskId),
    ]
      .filter(Boolean)
      .join(', '),
  )
  const notes = job.extraNotes.map(
    ({ userId, timestamp, note }) =>
      `- ${nameOf(userId)}, ${dayIn(timestamp, zone)}, ${timeIn(timestamp, zone)}: ${note}`,
  )
  const signatures = (job.signatures ?? []).map(
    (one) => `- ${signerLine(one.name, one.signer)}: ${signedOn(one, reading)}`,
  )
  const parts = [
    [`${company}: visit sheet, job ${job.jobRef}${job.office ? ', office copy' : ''}`, ...contact],
    [job.apartmentName, visitOf(job, zone), `${label(job.jobStatus)}, ${label(job.warning)}`],
    factsOf(job, reading).map(([name, value]) => `${name}: ${value}`),
    ['Tasks', ...tasks, total ? `Total cost: ${total} (${done})` : done],
    notes.length > 0 ? [commentsTitle(job), ...notes] : [],
    signatures.length > 0 ? ['Signatures', ...signatures] : [],
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}
