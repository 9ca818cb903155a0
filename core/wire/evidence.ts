import * as z from 'zod/mini'
import { day } from '#core/model/values.ts'
import { after } from './wire.ts'

const choice = z.optional(z.enum(['yes', 'no']))

/**
 * GET /api/jobs/:jobId/evidence: a PDF, or with `format=json` the sealed file that is attached to it. Days are the company's,
 * both included. Prices are left out where nothing is said, the office's notes are not. The team has the team's copy alone.
 */
export const evidenceQuery = z.strictObject({
  copy: z.optional(z.enum(['office', 'team'])),
  from: z.optional(day),
  to: z.optional(day),
  prices: choice,
  notes: choice,
  format: z.optional(z.enum(['pdf', 'json'])),
  after,
})
export type EvidenceQuery = z.infer<typeof evidenceQuery>

/** GET /api/proof/key: the public half of the key that heads and sealed files are signed with here, and its name. */
export const proofKeyAnswer = z.object({
  keyId: z.string(),
  publicKey: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
})
export type ProofKeyAnswer = z.infer<typeof proofKeyAnswer>
