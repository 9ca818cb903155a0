import { paths } from '#core/paths.ts'
import * as proof from '#core/wire-proof.ts'
import type { DescribedRoute } from './openapi-routes.ts'

const get = { method: 'get', for: 'members' } as const

/** What shows that nobody wrote the history anew. */
export const proofRoutes: DescribedRoute[] = [
  {
    ...get,
    path: paths.jobProof,
    summary:
      "Whether a job's history is as it was written, up to the head of the ledger; 'checking' is to be asked again",
    answers: { 200: proof.jobProofAnswer },
  },
  {
    ...get,
    path: paths.proof,
    summary: "The head of the company's ledger, signed now if it has moved, as a file to keep; for the office",
    answers: { 200: proof.signedHead },
  },
]
