import { forOffice, type JobFacts } from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import { type Decisions, decideBy } from '#core/model/messages.ts'
import type { EvidenceMailCommand } from './evidence-mail-messages.ts'

const decisions: Decisions<Job, EvidenceMailCommand, JobEvent, JobFacts> = {
  RecordEvidenceSent: (state, { jobId: _, ...sent }, context) =>
    forOffice(state, context, ({ office }) =>
      office?.evidenceSent?.mailId === sent.mailId ? [] : [{ type: 'EvidenceSent', data: sent }],
    ),
}

/** Decides that the evidence pack of a job is sent. */
export const decideEvidenceMail = decideBy(decisions)
