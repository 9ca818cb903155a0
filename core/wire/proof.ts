import * as z from 'zod/mini'
import { day, id, instant } from '#core/model/values.ts'
import { after } from './common.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const base64url = z.string().check(z.regex(/^[\w-]+$/))

/** The signed statement of a company's ledger head. `keyId` is the thumbprint (RFC 7638) of the key. */
export const headStatement = z.strictObject({
  type: z.literal('fettle-ledger-head'),
  companyId: id,
  epoch: z.int(),
  seq: z.int().check(z.gte(1)),
  hash,
  signedAt: instant,
  keyId: base64url,
  /**
   * Its place in the log of all heads that the installation has signed, the SHA-256 of the canonical JSON of the head before it
   * (zeros for the first), and the number of companies that had a ledger then. Heads from before there was a log do not have it.
   */
  log: z.optional(
    z.strictObject({ place: z.int().check(z.gte(1)), previous: hash, companies: z.int().check(z.gte(1)) }),
  ),
})
export type HeadStatement = z.infer<typeof headStatement>

/** A signed head for a company to keep. `signature` is Ed25519 over the canonical JSON (RFC 8785) of `head`, in base64url. */
export const signedHead = z.strictObject({
  head: headStatement,
  publicKey: z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: base64url }),
  signature: base64url,
})
export type SignedHead = z.infer<typeof signedHead>

/**
 * GET /api/jobs/:jobId/proof. `verified`: the job's events are as written, in a chain that is valid up to the head and contains
 * the last signed head. `checking`: the events are as written, and the chain has been checked up to `checkedUpTo`; ask again.
 * `broken`: something was changed from outside; only the office learns where. `events` counts what the reader may see.
 */
export const jobProofAnswer = z.object({
  jobId: id,
  state: z.enum(['verified', 'checking', 'broken']),
  events: z.int(),
  firstSeq: z.int(),
  lastSeq: z.int(),
  /** The hash of the last of these events. */
  hash,
  head: z.object({ epoch: z.int(), seq: z.int(), hash }),
  checkedUpTo: z.int(),
  /** The last signed head of the company's ledger. */
  signedHead: z.optional(z.pick(headStatement, { seq: true, hash: true, signedAt: true, keyId: true })),
  /** The first invalid seq. */
  brokenAt: z.optional(z.int()),
})
export type JobProofAnswer = z.infer<typeof jobProofAnswer>

/** GET /api/ledger: the company's last event. */
export const ledgerAnswer = z.object({ epoch: z.int(), seq: z.int(), hash: z.string() })
export type LedgerAnswer = z.infer<typeof ledgerAnswer>

const choice = z.optional(z.enum(['yes', 'no']))

/**
 * GET /api/jobs/:jobId/evidence: a PDF or, with `format=json`, the sealed file that is attached to it. Days are in the
 * company's time zone, both included. Prices and office comments are left out unless they are asked for. The team can get only the
 * team's copy.
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

/** GET /api/proof/key: the name and the public half of the key that signs heads and sealed files here. */
export const proofKeyAnswer = z.object({
  keyId: z.string(),
  publicKey: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
})
export type ProofKeyAnswer = z.infer<typeof proofKeyAnswer>
