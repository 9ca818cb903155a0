import type { Job } from '#core/job/job.ts'

/** Whether a job has a signature, or a visit without one. */
export const hasSignatures = ({ signatures = [], notSigned = [] }: Pick<Job, 'signatures' | 'notSigned'>) =>
  signatures.length + notSigned.length > 0
