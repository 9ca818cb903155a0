import * as z from 'zod/mini'
import { attachment } from '#core/attachments/attachments.ts'
import { vatTreatment } from '#core/company/vat-treatments.ts'
import { apply, author, type Folded, type Folds } from '#core/model/messages.ts'
import { cameraTime, day, id, instant, pence } from '#core/model/values.ts'
import { attachmentFolds } from './attachments/attachment-folds.ts'
import { type DutyOffice, duty, dutyFolds, dutyOffice, dutyOfficeFolds, nothingKnown } from './duties/duty.ts'
import { evidenceSent } from './evidence-mail/evidence-mail-messages.ts'
import { failedMails } from './failed-mail/failed-mail-messages.ts'
import { invoiceSent } from './invoice-mail/invoice-mail-messages.ts'
import { invoicesBefore, withInvoiceBefore } from './invoice-number/invoices-before.ts'
import type { JobEvent } from './messages.ts'
import { ofWays, onTheWayFolds } from './on-the-way/on-the-way.ts'
import { withImage, withoutImage } from './pairs/pairs.ts'
import { ofRecurringWork } from './recurring/recurring-messages.ts'
import { jobStatus, taskStatus, warning } from './schemas/value-schemas.ts'
import { notSignedFields, signatureFields } from './signature/signature.ts'
import {
  afterBooking,
  afterStatus,
  ofTenant,
  type TenantOffice,
  tenantFolds,
  tenantOffice,
} from './tenant/tenant-page.ts'
import * as values from './values.ts'
import { assignedSoFar, timeOnSite, visitFolds } from './visit/time-on-site.ts'

export const task = z.object({ taskId: id, description: z.string(), status: taskStatus, ready: z.boolean() })
const by = { userId: z.string(), userRole: z.string(), timestamp: instant }
/** Set for what a tenant sent by their link. */
const byLink = { linkId: z.optional(id) }
export const note = z.object({ noteId: id, note: z.string(), mentions: z.optional(z.array(id)), ...byLink, ...by })
export const image = z.object({
  imageId: id,
  src: z.string(),
  description: z.string(),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  takenAt: z.optional(cameraTime),
  ...byLink,
  /** Set for what came with the report of a repair. */
  reportId: z.optional(id),
  ...by,
})
const signature = z.object({ ...signatureFields, ...by })
const slot = z.object({ imageId: id, ...by })
const pair = z.object({ pairId: id, before: z.optional(slot), after: z.optional(slot) })
const notSigned = z.object({ ...notSignedFields, ...by })

/** Facts that the team may not see. Prices are in pence, by task id. */
export const jobOffice = z.object({
  createdBy: z.string(),
  workOrder: z.string(),
  agency: z.string(),
  receivedBy: z.string(),
  invoice: z.string(),
  /** The VAT that the invoice was given; without it, it has the company's. */
  invoiceVat: z.optional(vatTreatment),
  /** When the invoice number was set: the date of the invoice. */
  invoicedAt: z.optional(instant),
  invoicesBefore: z.optional(invoicesBefore),
  prices: z.record(z.string(), pence),
  /** Corrections of when events happened, by the version of the corrected event. */
  corrections: z.optional(z.record(z.string(), z.object({ happenedAt: instant, reason: z.string() }))),
  /** Files that the team does not see. */
  attachments: z.optional(z.array(attachment)),
  /** Who reported a hazard, reasons, offers and letters, by the id of the duty. */
  duties: z.optional(z.record(z.string(), dutyOffice)),
  recurring: z.optional(ofRecurringWork),
  invoiceSent: z.optional(invoiceSent),
  evidenceSent: z.optional(evidenceSent),
  failedMails: z.optional(failedMails),
  ...tenantOffice,
})

/** A job; `office` is missing for the team. Instants are UTC; `createdAt` is a day. */
export const jobDocument = z.object({
  jobId: id,
  jobRef: z.string(),
  apartmentName: z.string(),
  apartmentId: z.optional(id),
  createdAt: day,
  jobStatus,
  warning,
  jobPriority: z.int(),
  jobBookingId: z.optional(id),
  jobStart: z.optional(instant),
  jobEnd: z.optional(instant),
  access: z.optional(z.string()),
  assignedTo: z.array(id),
  jobDescriptions: z.array(task),
  extraNotes: z.array(note),
  /** How many comments are older than those above, where a reader was sent only the newest. */
  olderNotes: z.optional(z.int()),
  images: z.array(image),
  /** Photos before and after; one of them may not have arrived yet. */
  pairs: z.optional(z.array(pair)),
  attachments: z.optional(z.array(attachment)),
  /** Why the photos that the company needs were not taken. */
  photosLeftOut: z.optional(z.object({ reason: z.string(), ...by })),
  signatures: z.optional(z.array(signature)),
  /** Visits that ended without a signature. */
  notSigned: z.optional(z.array(notSigned)),
  nextVisitHours: z.number(),
  nextVisitPeople: z.number(),
  ...timeOnSite,
  ...ofWays,
  ...ofTenant,
  /** Hazards and service levels, with their deadlines. */
  duties: z.optional(z.array(duty)),
  lastModified: instant,
  version: z.int(),
  office: z.optional(jobOffice),
})

export type Task = z.infer<typeof task>
export type Signature = z.infer<typeof signature>
export type ImagePair = z.infer<typeof pair>
export type NotSigned = z.infer<typeof notSigned>
export type JobOffice = z.infer<typeof jobOffice>
export type Job = z.infer<typeof jobDocument>

const nobodys: JobOffice = { createdBy: '', workOrder: '', agency: '', receivedBy: '', invoice: '', prices: {} }

const office = (state: Job | undefined, change: Partial<JobOffice>) =>
  state && (state.office ? { ...state, office: { ...state.office, ...change } } : state)
const withTask = (state: Job | undefined, taskId: string, change: Partial<Task>) =>
  state && {
    ...state,
    jobDescriptions: state.jobDescriptions.map((one) => (one.taskId === taskId ? { ...one, ...change } : one)),
  }
const at = (status: values.TaskStatus) => (state: Job | undefined, event: { data: { taskId: string } }) =>
  withTask(state, event.data.taskId, { status, ready: false })

const withoutInvoice = (state: Job, next = ''): Job => {
  if (!state.office) return state
  const { invoicedAt: _, invoiceVat: __, ...office } = state.office
  return { ...state, office: { ...office, invoice: '', ...withInvoiceBefore(state.office, next) } }
}

/** Who a photo is from: one that came with a report is the tenant's. */
const givenBy = (event: Parameters<typeof author>[0] & { data: { reportId?: string | undefined } }) =>
  event.data.reportId === undefined ? author(event) : { ...author(event), userId: '', userRole: 'tenant' }

const folds: Folds<Job, JobEvent> = {
  JobCreated: (_, { data: { tasks, ...data }, streamId, number, actorId, recordedAt, version }) => ({
    ...data,
    jobId: streamId,
    jobRef: number === undefined ? '' : values.jobRef(number),
    jobStatus: 'pending',
    warning: '',
    assignedTo: [],
    jobDescriptions: tasks.map((one) => ({ ...one, ready: false })),
    extraNotes: [],
    images: [],
    nextVisitHours: 0,
    nextVisitPeople: 0,
    lastModified: recordedAt,
    version,
    ...(actorId === undefined ? {} : { office: { ...nobodys, createdBy: actorId } }),
  }),
  // Made by the server, it has no creator; what is said here is the office's alone.
  JobOfRecurringWork: (state, { data }) =>
    state && { ...state, office: { ...(state.office ?? nobodys), recurring: data } },
  JobReferred: (state, { data }) => office(state, data),
  JobSiteChanged: (state, { data }) => state && { ...state, ...data },
  JobDateChanged: (state, { data }) => state && { ...state, ...data },
  TaskAdded: (state, { data }) =>
    state && { ...state, jobDescriptions: [...state.jobDescriptions, { ...data, ready: false }] },
  TaskDeleted: (state, { data }) => state && withoutTask(state, data.taskId),
  TaskDescribed: (state, { data }) => withTask(state, data.taskId, { description: data.description }),
  TaskPriced: (state, { data }) => office(state, { prices: { ...state?.office?.prices, [data.taskId]: data.price } }),
  TaskCompleted: at('completed'),
  TaskToEstimate: at('to estimate'),
  TaskReopened: at('not completed'),
  TaskReady: (state, { data }) => withTask(state, data.taskId, { ready: true }),
  TaskNotReady: (state, { data }) => withTask(state, data.taskId, { ready: false }),
  JobStatusChanged: (state, { data: { to }, recordedAt }) =>
    state && ofTenants({ ...state, jobStatus: to }, (known) => afterStatus(known, to, recordedAt)),
  WarningChanged: (state, { data }) => state && { ...state, warning: data.to },
  // Another VAT under the same number is still the invoice of that day.
  JobInvoiced: (state, { data: { invoice, vat, invoicedAt: since }, happenedAt }) => {
    const { invoice: before, invoicedAt } = state?.office ?? {}
    return office(state && withoutInvoice(state, invoice), {
      invoice,
      invoicedAt: since ?? ((before === invoice && invoicedAt) || happenedAt),
      ...(vat === undefined ? {} : { invoiceVat: vat }),
    })
  },
  InvoiceCleared: (state) => state && withoutInvoice(state),
  JobScheduled: (state, { data: { overlaps: _, ...booking } }) =>
    state &&
    ofTenants({ ...state, ...booking, wereAssigned: assignedSoFar(state.wereAssigned, booking) }, (known) =>
      afterBooking(known, state, booking),
    ),
  BookingDeleted: (state) => state && withoutBooking(state),
  NoteAdded: (state, event) =>
    state && { ...state, extraNotes: [...state.extraNotes, { ...event.data, ...author(event) }] },
  NoteDeleted: (state, { data }) => state && withoutNote(state, data.noteId),
  ImageAdded: (state, event) => state && { ...state, images: [...state.images, { ...event.data, ...givenBy(event) }] },
  ImageDescribed: (state, { data: { imageId, description } }) =>
    state && { ...state, images: state.images.map((one) => (one.imageId === imageId ? { ...one, description } : one)) },
  ImageDeleted: (state, { data: { imageId } }) =>
    state && { ...unpaired(state, imageId), images: state.images.filter((one) => one.imageId !== imageId) },
  ImagePaired: (state, event) => {
    const { imageId, pairId, side } = event.data
    return state && { ...state, pairs: withImage(state.pairs ?? [], pairId, side, { imageId, ...author(event) }) }
  },
  ImageUnpaired: (state, { data }) => state && unpaired(state, data.imageId),
  PhotosLeftOut: (state, event) => state && { ...state, photosLeftOut: { ...event.data, ...author(event) } },
  SignatureGiven: (state, { data: { taskIds, ...data }, ...event }) =>
    state && {
      ...state,
      signatures: [
        ...(state.signatures ?? []),
        { ...data, signedFor: descriptionsOf(state, taskIds), ...author(event) },
      ],
    },
  SignatureNotGiven: (state, event) =>
    state && { ...state, notSigned: [...(state.notSigned ?? []), { ...event.data, ...author(event) }] },
  NextVisitSet: (state, { data }) => state && { ...state, ...data },
  ...visitFolds<Job>(),
  ...onTheWayFolds<Job>(),
  ...tenantFolds<Job>(ofTenants),
  InvoiceSent: (state, { data, recordedAt }) =>
    office(state, { invoiceSent: { ...data, invoice: state?.office?.invoice ?? '', at: recordedAt } }),
  EvidenceSent: (state, { data: { mailId, sentTo }, recordedAt }) =>
    office(state, { evidenceSent: { mailId, sentTo, at: recordedAt } }),
  EmailFailed: (state, { data: { mailId, why } }) =>
    office(state, { failedMails: [...(state?.office?.failedMails ?? []), { mailId, why }] }),
  ...attachmentFolds<Job>((job, change) =>
    job.office ? { ...job, office: { ...job.office, attachments: change(job.office.attachments) } } : job,
  ),
  ...dutyFolds<Job>(),
  HazardReported: (state, event) => ofDuty(state, event, dutyOfficeFolds.HazardReported),
  DutyExplained: (state, event) => ofDuty(state, event, dutyOfficeFolds.DutyExplained),
  StayOffered: (state, event) => ofDuty(state, event, dutyOfficeFolds.StayOffered),
  SummaryWritten: (state, event) => ofDuty(state, event, dutyOfficeFolds.SummaryWritten),
  SummarySent: (state, event) => ofDuty(state, event, dutyOfficeFolds.SummarySent),
  TimeCorrected: (state, { data: { version, ...correction } }) =>
    office(state, { corrections: { ...state?.office?.corrections, [version]: correction } }),
}

/** The job after one more event. */
export function evolve(state: Job | undefined, event: Folded<JobEvent>): Job | undefined {
  const next = apply(folds, state, event)
  const stamp = { version: event.version, lastModified: event.recordedAt }
  // The new object is not shared yet, so it can be changed in place: a replay creates millions of them.
  return next && (next === state ? { ...next, ...stamp } : Object.assign(next, stamp))
}

/** Changes what the office knows of tenants. Most jobs have nothing of it and stay as they are. */
function ofTenants(job: Job, change: (known: TenantOffice) => TenantOffice): Job {
  if (!job.office) return job
  const { tenantLinks, otherTimes, ...office } = job.office
  const known = { ...(tenantLinks ? { tenantLinks } : {}), ...(otherTimes ? { otherTimes } : {}) }
  const next = change(known)
  return next === known ? job : { ...job, office: { ...office, ...next } }
}

const ofDuty = <E extends { data: { dutyId: string } }>(
  state: Job | undefined,
  event: E,
  fold: (known: DutyOffice, event: E) => DutyOffice,
) => {
  const { dutyId } = event.data
  const { duties } = state?.office ?? {}
  return office(state, { duties: { ...duties, [dutyId]: fold(duties?.[dutyId] ?? nothingKnown, event) } })
}

const unpaired = (job: Job, imageId: string): Job =>
  job.pairs ? { ...job, pairs: withoutImage(job.pairs, imageId) } : job

const descriptionsOf = ({ jobDescriptions }: Job, taskIds: readonly string[]) =>
  jobDescriptions.flatMap((one) => (taskIds.includes(one.taskId) ? [one.description] : []))

function withoutTask(state: Job, taskId: string): Job {
  const jobDescriptions = state.jobDescriptions.filter((one) => one.taskId !== taskId)
  if (!state.office) return { ...state, jobDescriptions }
  const { [taskId]: _, ...prices } = state.office.prices
  return { ...state, jobDescriptions, office: { ...state.office, prices } }
}

function withoutNote(state: Job, noteId: string): Job {
  const extraNotes = state.extraNotes.filter((one) => one.noteId !== noteId)
  if (!state.olderNotes || extraNotes.length < state.extraNotes.length) return { ...state, extraNotes }
  return { ...state, olderNotes: state.olderNotes - 1 }
}

function withoutBooking({ jobBookingId: _, jobStart: _start, jobEnd: _end, access: _access, ...state }: Job): Job {
  return { ...state, assignedTo: [] }
}
