import type { UseQueryResult } from '@tanstack/react-query'
import type { JobProofAnswer } from '#core/wire/proof.ts'

/** The state of a history's proof. */
export type ProofStatus = JobProofAnswer['state'] | 'offline' | 'failed'

/** The state to show: the last result is kept while it cannot be checked again. */
export function proofStatus({
  data,
  isError,
  fetchStatus,
}: Pick<UseQueryResult<JobProofAnswer>, 'data' | 'isError' | 'fetchStatus'>): ProofStatus {
  if (data) return data.state
  if (fetchStatus === 'paused') return 'offline'
  return isError ? 'failed' : 'checking'
}

export const proofLabels: Record<ProofStatus, string> = {
  verified: 'Verified',
  broken: 'Not verified',
  checking: 'Checking\u2026',
  offline: 'Not checked',
  failed: 'Not checked',
}
