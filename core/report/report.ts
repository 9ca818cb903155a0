import * as z from 'zod/mini'
import { apply, type Folded, type Folds } from '#core/model/messages.ts'
import { cameraTime, id, instant } from '#core/model/values.ts'
import { type ReportEvent, reportForm } from './messages.ts'
import { reportStates } from './values.ts'

const photo = z.object({
  imageId: id,
  src: z.string(),
  width: z.int(),
  height: z.int(),
  takenAt: z.optional(cameraTime),
})
export type ReportPhoto = z.infer<typeof photo>

/** A repair that somebody reported, folded from its events. */
export const repairReport = z.object({
  reportId: id,
  ...reportForm.shape,
  state: z.enum(reportStates),
  photos: z.array(photo),
  /** When the server received it: the law's clock starts here. */
  reportedAt: instant,
  /** The job that it was made into, or that it joined. */
  jobId: z.optional(id),
  answer: z.optional(z.string()),
  decidedAt: z.optional(instant),
  decidedBy: z.optional(z.string()),
})
export type RepairReport = z.infer<typeof repairReport>

const decided = ({ recordedAt, actorId = '' }: { recordedAt: string; actorId?: string }) => ({
  decidedAt: recordedAt,
  decidedBy: actorId,
})

const folds: Folds<RepairReport, ReportEvent> = {
  RepairReported: (_, { data: { pageId: __, ...form }, streamId, recordedAt }) => ({
    ...form,
    reportId: streamId,
    state: 'open',
    photos: [],
    reportedAt: recordedAt,
  }),
  ReportPhotoAdded: (report, { data }) => report && { ...report, photos: [...report.photos, data] },
  ReportMadeJob: (report, event) => report && { ...report, state: 'job made', ...event.data, ...decided(event) },
  ReportJoined: (report, event) => report && { ...report, state: 'joined', ...event.data, ...decided(event) },
  ReportClosed: (report, event) => report && { ...report, state: 'closed', ...event.data, ...decided(event) },
  ReportReopened: (report) => {
    if (!report) return undefined
    const { answer: _, decidedAt: __, decidedBy: ___, ...rest } = report
    return { ...rest, state: 'open' }
  },
}

/** The report after one more event. */
export const evolve = (state: RepairReport | undefined, event: Folded<ReportEvent>) => apply(folds, state, event)
