import * as z from 'zod/mini'
import { type Message, officeOnly } from '#core/model/messages.ts'
import { cameraTime, day, id, instant, pence, requiredText, text } from '#core/model/values.ts'
import * as values from './values.ts'

const { jobStatus, taskStatus, warning } = values

const task = z.strictObject({ taskId: id })
const described = z.extend(task, { description: text(5_000) })
const booking = {
  jobBookingId: id,
  jobStart: instant,
  jobEnd: instant,
  access: text(2_000),
  assignedTo: z.array(id).check(z.maxLength(50)),
}
const visit = {
  nextVisitHours: z.literal([...values.nextVisitHours]),
  nextVisitPeople: z.literal([...values.nextVisitPeople]),
}
/** So that a page keeps the place of a picture that is not there yet. */
const pixels = { width: z.optional(z.int()), height: z.optional(z.int()) }
const taken = { takenAt: z.optional(cameraTime) }
const referral = { workOrder: z.optional(text(200)), agency: z.optional(text(200)), receivedBy: z.optional(text(200)) }
/** Up to three times what a person may write: some letters grow when their case changes. */
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
  JobInvoiced: officeOnly(z.strictObject({ invoice: text(100) })),
  InvoiceCleared: officeOnly(nothing),
  /** `overlaps` are the other bookings of the same people that the office was told of and confirmed. */
  JobScheduled: z.strictObject({
    ...booking,
    overlaps: z.optional(z.array(z.strictObject({ jobId: id, userId: id }))),
  }),
  BookingDeleted: z.strictObject({ jobBookingId: id }),
  NoteAdded: z.strictObject({ noteId: id, note: text(10_000) }),
  NoteDeleted: z.strictObject({ noteId: id }),
  ImageAdded: z.strictObject({ imageId: id, src: text(300), description: text(1_000), ...pixels, ...taken }),
  ImageDescribed: z.strictObject({ imageId: id, description: text(1_000) }),
  ImageDeleted: z.strictObject({ imageId: id }),
  NextVisitSet: z.strictObject(visit),
  /** What the job's event of that version tells happened at another time; it may be of a fact that is the office's alone. */
  TimeCorrected: officeOnly(z.strictObject(correction)),
}
export type JobEvent = Message<typeof events>

const job = z.strictObject({ jobId: id })
const ofTask = z.extend(job, { taskId: id })
const newTask = { description: text(5_000), price: z.optional(pence), status: z.optional(taskStatus) }
const edited = { ...referral, apartmentName: z.optional(text(200)), createdAt: z.optional(day) }

export const commands = {
  CreateJob: z.extend(job, {
    ...referral,
    apartmentName: text(200),
    apartmentId: z.optional(id),
    createdAt: day,
    tasks: z.array(z.extend(task, newTask)).check(z.maxLength(200)),
  }),
  /** `from` holds what the editor saw: a field that someone else changed meanwhile is refused. */
  EditJob: z.extend(job, { ...edited, from: z.optional(z.strictObject(edited)) }),
  AddTask: z.extend(ofTask, newTask),
  DeleteTask: ofTask,
  DescribeTask: z.extend(ofTask, { description: text(5_000), from: z.optional(text(5_000)) }),
  PriceTask: z.extend(ofTask, { price: pence }),
  /** `from` is the status the person saw, so that a second tap never skips one. */
  CycleTask: z.extend(ofTask, { from: taskStatus }),
  /** Puts a task back to a status without going round; ready with it where it is not completed. */
  SetTaskStatus: z.extend(ofTask, { status: taskStatus, ready: z.optional(z.boolean()), from: taskStatus }),
  SetTaskReady: z.extend(ofTask, { ready: z.boolean() }),
  ChangeWarning: z.extend(job, { warning, invoice: z.optional(text(100)) }),
  /** `anyway` confirms that somebody is booked elsewhere at that time. */
  ScheduleJob: z.extend(job, { ...booking, anyway: z.optional(z.boolean()) }),
  /** `jobBookingId` is the booking that is meant: another one that came meanwhile stays. */
  DeleteBooking: z.extend(job, { jobBookingId: z.optional(id) }),
  AddNote: z.extend(job, { noteId: id, note: text(10_000) }),
  DeleteNote: z.extend(job, { noteId: id }),
  AddImage: z.extend(job, { imageId: id, src: requiredText(300), description: text(1_000), ...pixels, ...taken }),
  DescribeImage: z.extend(job, { imageId: id, description: text(1_000) }),
  DeleteImage: z.extend(job, { imageId: id }),
  SetNextVisit: z.extend(job, visit),
  CorrectTime: z.extend(job, correction),
}
export type JobCommand = Message<typeof commands>
