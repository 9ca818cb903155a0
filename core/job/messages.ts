import * as z from 'zod/mini'
import { givenVat, vatTreatment } from '#core/company/vat-treatments.ts'
import { type Message, officeOnly } from '#core/model/messages.ts'
import { cameraTime, day, givenDay, givenInstant, id, instant, pence, requiredText, text } from '#core/model/values.ts'
import { attachmentCommands, attachmentEvents } from './attachments/attachment-messages.ts'
import { dutyCommands, dutyEvents } from './duties/duty-messages.ts'
import { evidenceMailEvents } from './evidence-mail/evidence-mail-messages.ts'
import { failedMailEvents } from './failed-mail/failed-mail-messages.ts'
import { invoiceMailEvents } from './invoice-mail/invoice-mail-messages.ts'
import { mostMentions } from './mentions.ts'
import { onTheWayCommands, onTheWayEvents } from './on-the-way/on-the-way-messages.ts'
import { pairCommands, pairEvents } from './pairs/pairs.ts'
import { recurringJobEvents } from './recurring/recurring-messages.ts'
import { jobStatus, statusBesideBooked, taskStatus, warning } from './schemas/value-schemas.ts'
import { signatureCommands, signatureEvents } from './signature/signature.ts'
import { tenantEvents } from './tenant/tenant-messages.ts'
import { mostTasks, nextVisitHours, nextVisitPeople } from './values.ts'
import { visitCommands, visitEvents } from './visit/visit-messages.ts'

const task = z.strictObject({ taskId: id })
const described = z.extend(task, { description: text(5_000) })
const visitTime = {
  jobStart: instant,
  jobEnd: instant,
  access: text(2_000),
  assignedTo: z.array(id).check(z.maxLength(50)),
}
const booking = { jobBookingId: id, ...visitTime }
const visit = {
  nextVisitHours: z.literal([...nextVisitHours]),
  nextVisitPeople: z.literal([...nextVisitPeople]),
}
/** The size lets a page reserve space for a picture that has not loaded yet. */
const pixels = { width: z.optional(z.int()), height: z.optional(z.int()) }
const byLink = { linkId: z.optional(id) }
/** The people whom a comment names, whatever they are called later. Only those who are in the company by then are told. */
const mentioning = { mentions: z.optional(z.array(id).check(z.maxLength(mostMentions))) }
/** Set for a photo that came with the report of a repair: it stays the tenant's, although somebody in the office added it here. */
const ofReport = { reportId: z.optional(id) }
const taken = { takenAt: z.optional(cameraTime) }
const referral = { workOrder: z.optional(text(200)), agency: z.optional(text(200)), receivedBy: z.optional(text(200)) }
/** Up to three times the length that people may type, because some letters become longer when their case changes. */
const siteName = text(600)
const nothing = z.strictObject({})
const correction = { version: z.int().check(z.positive()), happenedAt: instant, reason: text(500) }

export const events = {
  JobCreated: z.strictObject({
    apartmentName: siteName,
    apartmentId: z.optional(id),
    createdAt: day,
    jobPriority: z.int(),
    tasks: z.array(z.extend(described, { status: taskStatus })),
  }),
  JobReferred: officeOnly(z.strictObject(referral)),
  JobSiteChanged: z.strictObject({ apartmentName: siteName }),
  JobDateChanged: z.strictObject({ createdAt: day }),
  TaskAdded: z.extend(described, { status: taskStatus }),
  TaskDeleted: task,
  TaskDescribed: described,
  TaskPriced: officeOnly(z.extend(task, { price: pence })),
  TaskCompleted: task,
  TaskToEstimate: task,
  TaskReopened: task,
  TaskReady: task,
  TaskNotReady: task,
  JobStatusChanged: z.strictObject({
    from: jobStatus,
    to: jobStatus,
    reason: z.enum(['tasks', 'warning', 'scheduled', 'booking deleted']),
  }),
  WarningChanged: z.strictObject({ from: warning, to: warning }),
  /** Without `vat` the invoice has the company's. With `invoicedAt` an undo has put an earlier invoice back, which is of that day. */
  JobInvoiced: officeOnly(
    z.strictObject({ invoice: text(100), vat: z.optional(vatTreatment), invoicedAt: z.optional(instant) }),
  ),
  InvoiceCleared: officeOnly(nothing),
  /** `overlaps` are clashing bookings of the same people that the office confirmed. */
  JobScheduled: z.strictObject({
    ...booking,
    overlaps: z.optional(z.array(z.strictObject({ jobId: id, userId: id }))),
  }),
  BookingDeleted: z.strictObject({ jobBookingId: id }),
  /** Here and below, `linkId` is set for what a tenant sent by their link. */
  NoteAdded: z.strictObject({ noteId: id, note: text(10_000), ...mentioning, ...byLink }),
  NoteDeleted: z.strictObject({ noteId: id }),
  ImageAdded: z.strictObject({
    imageId: id,
    src: text(300),
    description: text(1_000),
    ...pixels,
    ...taken,
    ...byLink,
    ...ofReport,
  }),
  ImageDescribed: z.strictObject({ imageId: id, description: text(1_000) }),
  ImageDeleted: z.strictObject({ imageId: id }),
  NextVisitSet: z.strictObject(visit),
  ...visitEvents,
  ...onTheWayEvents,
  ...signatureEvents,
  ...pairEvents,
  ...attachmentEvents,
  ...dutyEvents,
  ...recurringJobEvents,
  ...tenantEvents,
  ...invoiceMailEvents,
  ...evidenceMailEvents,
  ...failedMailEvents,
  /** The photos that the company needs were not taken, and why. */
  PhotosLeftOut: z.strictObject({ reason: text(500) }),
  /** The job's event of this version happened at another time. It may be an office fact. */
  TimeCorrected: officeOnly(z.strictObject(correction)),
}
export type JobEvent = Message<typeof events>

const job = z.strictObject({ jobId: id })
const ofTask = z.extend(job, { taskId: id })
const newTask = { description: text(5_000), price: z.optional(pence), status: z.optional(taskStatus) }
/** Why the photos that the company needs were not taken. */
const withoutPhotos = z.optional(text(500))
const seen = <S extends z.core.$ZodLooseShape>(shape: S) => z.optional(z.strictObject(shape))
/** The visit that the person saw; empty if there was none. */
const seenVisit = z.optional(z.partial(z.strictObject(visitTime)))
const edited = { ...referral, apartmentName: z.optional(text(200)), createdAt: z.optional(day) }

export const commands = {
  CreateJob: z.extend(job, {
    ...referral,
    apartmentName: text(200),
    apartmentId: z.optional(id),
    createdAt: givenDay,
    tasks: z.array(z.extend(task, newTask)).check(z.maxLength(mostTasks)),
  }),
  /** `from` holds the values that the editor saw: if someone else has changed a field since, the edit is refused. */
  EditJob: z.extend(job, { ...edited, createdAt: z.optional(givenDay), from: z.optional(z.strictObject(edited)) }),
  AddTask: z.extend(ofTask, newTask),
  DeleteTask: ofTask,
  DescribeTask: z.extend(ofTask, { description: text(5_000), from: z.optional(text(5_000)) }),
  /** Here and below, `from` holds the values that the person saw; see seen-values.ts. */
  PriceTask: z.extend(ofTask, { price: pence, from: seen({ price: z.optional(pence) }) }),
  /** `from` is the status that the person saw, so that a double tap never skips one. */
  CycleTask: z.extend(ofTask, { from: taskStatus, withoutPhotos }),
  /**
   * Sets a task to a status without cycling; without `from` over whatever status it has by then. `ready` applies only to a task that is
   * not completed.
   */
  SetTaskStatus: z.extend(ofTask, {
    status: taskStatus,
    ready: z.optional(z.boolean()),
    from: z.optional(taskStatus),
    withoutPhotos,
  }),
  SetTaskReady: z.extend(ofTask, { ready: z.boolean() }),
  /**
   * `undo` takes the present warning back, with the status that it set and the invoice number that came with it. An `invoice` that the
   * job had before is put back with its day, whatever the warning. `from` has the invoice that this replaces, clears or takes back, too,
   * if its giver saw one.
   */
  ChangeWarning: z.extend(job, {
    warning,
    invoice: z.optional(text(100)),
    /** The VAT of the invoice, empty for the company's. Without it, a number that the job has keeps its own. */
    vat: z.optional(givenVat),
    undo: z.optional(z.boolean()),
    from: seen({ warning, invoice: z.optional(text(100)), vat: z.optional(givenVat) }),
  }),
  /** `anyway` confirms a clash with another booking. With `statusBefore` an undo puts back the status that its booking replaced. */
  ScheduleJob: z.extend(job, {
    ...booking,
    jobStart: givenInstant,
    jobEnd: givenInstant,
    anyway: z.optional(z.boolean()),
    statusBefore: z.optional(statusBesideBooked),
    from: seenVisit,
  }),
  /** `jobBookingId` is the booking to delete; a newer one is kept. */
  DeleteBooking: z.extend(job, { jobBookingId: z.optional(id), from: seenVisit }),
  AddNote: z.extend(job, { noteId: id, note: text(10_000), ...mentioning }),
  DeleteNote: z.extend(job, { noteId: id }),
  AddImage: z.extend(job, {
    imageId: id,
    src: requiredText(300),
    description: text(1_000),
    ...pixels,
    ...taken,
    ...ofReport,
  }),
  DescribeImage: z.extend(job, {
    imageId: id,
    description: text(1_000),
    from: seen({ description: text(1_000) }),
  }),
  DeleteImage: z.extend(job, { imageId: id }),
  SetNextVisit: z.extend(job, {
    ...visit,
    from: seen({ nextVisitHours: z.number(), nextVisitPeople: z.number() }),
  }),
  ...visitCommands,
  ...onTheWayCommands,
  ...signatureCommands,
  ...pairCommands,
  ...attachmentCommands,
  ...dutyCommands,
  CorrectTime: z.extend(job, { ...correction, happenedAt: givenInstant }),
}
export type JobCommand = Message<typeof commands>
