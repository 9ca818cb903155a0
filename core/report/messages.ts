import * as z from 'zod/mini'
import { type Message, officeOnly } from '#core/model/messages.ts'
import { cameraTime, id, requiredText, text } from '#core/model/values.ts'
import { answerLength, placeLength, reportLength, rooms, urgencies } from './values.ts'

/** What somebody reports on a company's page: where, what, and how they can be reached. */
export const reportForm = z.strictObject({
  /** Set if the page was opened by the link of a site. */
  siteId: z.optional(id),
  place: text(placeLength),
  words: text(reportLength),
  room: z.optional(z.enum(rooms)),
  urgency: z.enum(urgencies),
  name: text(200),
  telephone: text(50),
  email: text(320),
})
export type ReportForm = z.infer<typeof reportForm>

const photo = z.strictObject({
  imageId: id,
  src: requiredText(300),
  width: z.int(),
  height: z.int(),
  takenAt: z.optional(cameraTime),
})
const job = z.strictObject({ jobId: id })
const answer = z.strictObject({ answer: text(answerLength) })

/** All of it is the office's: the team sees the job that it becomes. */
export const events = {
  /** By the page with this id, in the role of a tenant. */
  RepairReported: officeOnly(z.extend(reportForm, { pageId: id })),
  ReportPhotoAdded: officeOnly(photo),
  ReportMadeJob: officeOnly(job),
  ReportJoined: officeOnly(job),
  /** `answer` is for the person who reported it; it may be empty. */
  ReportClosed: officeOnly(answer),
  ReportReopened: officeOnly(z.strictObject({})),
}
export type ReportEvent = Message<typeof events>

const report = z.strictObject({ reportId: id })
const onJob = z.extend(report, { jobId: id })

/** Commands that only the server gives, for who reports a repair and for the office; devices do not know them. */
export const commands = {
  ReceiveReport: z.extend(report, { ...reportForm.shape, pageId: id }),
  /** The server has stored the photo. */
  AddReportPhoto: z.extend(report, photo.shape),
  /** Given together with the commands that make the job, or add to it. */
  MakeJobOfReport: onJob,
  JoinReport: onJob,
  CloseReport: z.extend(report, answer.shape),
  ReopenReport: report,
}
export type ReportCommand = Message<typeof commands>
