import type { DescribedRoute } from '#api/http/described-route.ts'
import * as evidence from '#core/wire/evidence.ts'
import { paths } from '#core/wire/paths.ts'
import * as proof from '#core/wire/proof.ts'

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
    path: paths.jobEvidence,
    summary:
      'A pack of evidence of a job as a PDF: attendances, timeline, photos and proof, with its sealed file attached; for the team its own copy',
    query: evidence.evidenceQuery,
    answers: { 200: 'application/pdf' },
  },
  {
    method: 'get',
    for: 'anyone',
    path: paths.proofKey,
    summary: 'The public half of the key that signed heads and sealed files are signed with here',
    answers: { 200: evidence.proofKeyAnswer },
  },
  {
    ...get,
    for: 'office',
    path: paths.proof,
    summary: "The head of the company's ledger, signed now if it has moved, as a file to keep",
    answers: { 200: proof.signedHead },
  },
]
