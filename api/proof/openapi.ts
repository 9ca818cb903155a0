import type { DescribedRoute } from '#api/http/described-route.ts'
import { paths } from '#core/wire/paths.ts'
import { jobProofAnswer, proofKeyAnswer, signedHead } from '#core/wire/proof.ts'

/** What proves that the history has not been rewritten. */
export const proofRoutes: DescribedRoute[] = [
  {
    method: 'get',
    for: 'members',
    path: paths.jobProof,
    summary:
      "Whether a job's history is exactly as recorded, checked up to the head of the ledger; on 'checking', ask again",
    answers: { 200: jobProofAnswer },
  },
  {
    method: 'get',
    for: 'anyone',
    path: paths.proofKey,
    summary: 'The public key that verifies signed heads and verification files from this server',
    answers: { 200: proofKeyAnswer },
  },
  {
    method: 'get',
    for: 'office',
    path: paths.proof,
    summary: "The head of the company's ledger, signed now if it has moved, as a file to keep",
    answers: { 200: signedHead },
  },
]
