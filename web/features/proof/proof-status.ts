import type { UseQueryResult } from '@tanstack/react-query'
import type { JobProofAnswer } from '#core/wire/proof.ts'

/** What is known of a proof at this moment. */
export type ProofStatus = JobProofAnswer['state'] | 'offline' | 'failed'

/** What a badge says: what was found last stands, also where it cannot be asked for again at the moment. */
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
