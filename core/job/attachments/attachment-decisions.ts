import { mostAttachments } from '#core/attachments/attachments.ts'
import { forOffice, type JobFacts, type Outcome, refusalIfFull } from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import type { JobCommand, JobEvent } from '#core/job/messages.ts'
import { isOffice } from '#core/model/access.ts'
import type { Decisions } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'

type AttachmentCommand = Extract<JobCommand, { type: `${string}Attachment` }>

/** The files that the team sees, and those of the office alone. */
const filesOf = ({ attachments = [], office }: Job) => ({ shared: attachments, own: office?.attachments ?? [] })

export const attachmentDecisions: Decisions<Job, AttachmentCommand, JobEvent, JobFacts> = {
  AddAttachment: (job, { jobId: _, forTeam = false, ...data }, { actorRole }) => {
    if (!job) return refuse('job-not-found')
    const { shared, own } = filesOf(job)
    const all = [...shared, ...own]
    if (all.some((one) => one.fileId === data.fileId)) return []
    const type = forTeam || !isOffice(actorRole) ? 'AttachmentAdded' : 'OfficeAttachmentAdded'
    return refusalIfFull(all, mostAttachments, 'files') ?? [{ type, data }]
  },
  ShareAttachment: (state, { fileId }, context) =>
    forOffice(state, context, (job): Outcome => {
      const { shared, own } = filesOf(job)
      if (shared.some((one) => one.fileId === fileId)) return []
      const file = own.find((one) => one.fileId === fileId)
      if (!file) return refuse('attachment-not-found')
      const { userId: _, userRole: _role, timestamp: _at, ...data } = file
      return [{ type: 'AttachmentShared', data }]
    }),
  TakeBackAttachment: (state, { fileId }, context) =>
    forOffice(state, context, (job): Outcome => {
      const { shared, own } = filesOf(job)
      if (own.some((one) => one.fileId === fileId)) return []
      if (!shared.some((one) => one.fileId === fileId)) return refuse('attachment-not-found')
      return [{ type: 'AttachmentTakenBack', data: { fileId } }]
    }),
  DeleteAttachment: (job, { fileId }, { actorId, actorRole }) => {
    if (!job) return refuse('job-not-found')
    const { shared, own } = filesOf(job)
    // The team must not learn whether the office has a file of this id.
    if (isOffice(actorRole) && own.some((one) => one.fileId === fileId))
      return [{ type: 'OfficeAttachmentDeleted', data: { fileId } }]
    const file = shared.find((one) => one.fileId === fileId)
    if (!file) return refuse('attachment-not-found')
    if (file.userId !== actorId && !isOffice(actorRole)) return refuse('not-your-attachment')
    return [{ type: 'AttachmentDeleted', data: { fileId } }]
  },
}
