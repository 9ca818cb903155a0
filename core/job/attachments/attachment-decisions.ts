import { fileRules } from '#core/attachments/file-rules.ts'
import { forOffice, type JobFacts } from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import type { JobCommand, JobEvent } from '#core/job/messages.ts'
import type { Decisions } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'

type AttachmentCommand = Extract<JobCommand, { type: `${string}Attachment` }>

const files = fileRules<JobEvent>(
  {
    added: (data) => [{ type: 'AttachmentAdded', data }],
    deleted: (data) => [{ type: 'AttachmentDeleted', data }],
    shared: (data) => [{ type: 'AttachmentShared', data }],
    takenBack: (data) => [{ type: 'AttachmentTakenBack', data }],
    officeAdded: (data) => [{ type: 'OfficeAttachmentAdded', data }],
    officeDeleted: (data) => [{ type: 'OfficeAttachmentDeleted', data }],
  },
  (most) => refuse('job-full', { most, things: 'files' }),
)

export const attachmentDecisions: Decisions<Job, AttachmentCommand, JobEvent, JobFacts> = {
  AddAttachment: (job, { jobId: _, forTeam = false, ...data }, { actorRole }) =>
    job ? files.add(job, data, { actorRole, forTeam }) : refuse('job-not-found'),
  ShareAttachment: (state, { fileId }, context) => forOffice(state, context, (job) => files.share(job, fileId)),
  TakeBackAttachment: (state, { fileId }, context) => forOffice(state, context, (job) => files.takeBack(job, fileId)),
  DeleteAttachment: (job, { fileId }, context) => (job ? files.remove(job, fileId, context) : refuse('job-not-found')),
}
