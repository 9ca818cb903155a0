import type { Decisions } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import type { JobFacts } from './decision-rules.ts'
import type { Job } from './job.ts'
import type { JobCommand, JobEvent } from './messages.ts'

type SignatureCommand = Extract<JobCommand, { type: 'AddSignature' | 'RecordNoSignature' }>

const isKnown = ({ signatures = [], notSigned = [] }: Job, signatureId: string) =>
  [...signatures, ...notSigned].some((one) => one.signatureId === signatureId)

/** Anyone who is on site takes a signature. It stays on record: nobody changes or deletes what somebody signed. */
export const signatureDecisions: Decisions<Job, SignatureCommand, JobEvent, JobFacts> = {
  AddSignature: (job, { jobId: _, ...data }, { facts: { strokesDigest } }) => {
    if (!job) return refuse('job-not-found')
    if (isKnown(job, data.signatureId)) return []
    if (!data.name.trim()) return refuse('signer-required', {}, 'name')
    if (strokesDigest !== undefined && strokesDigest !== data.digest) return refuse('signature-changed', {}, 'digest')
    return [{ type: 'SignatureGiven', data: { ...data, name: data.name.trim() } }]
  },
  RecordNoSignature: (job, { jobId: _, ...data }) => {
    if (!job) return refuse('job-not-found')
    return isKnown(job, data.signatureId) ? [] : [{ type: 'SignatureNotGiven', data }]
  },
}
