import type { SignedHead } from '#core/wire/proof.ts'

/**
 * An event of a job in its sealed file, with its data, or only with its hashes if it is left out of the copy. If its actor is
 * `withheld`, it has no salted digest either: otherwise the actor could be found by trying the hash with one person after
 * another. Without a salt, `data` is what an erasure by law has left
 * of an event of form 1; in form 2 the salts say which texts were erased.
 */
export type SealedEvent = { version: number; seq: number; previous: string; hash: string } & (
  | { leftOut: true }
  | (SealedEnvelope & { data?: unknown; digest: string; salt?: string })
  | (SealedEnvelope & { data?: unknown; withheld: 'actor' })
)
type SealedEnvelope = {
  type: string
  schema: number
  number?: number
  actorId?: string
  actorRole?: string
  happenedAt: string
  recordedAt: string
  clock: string
  commandId: string
  ordinal: number
}

/**
 * The part of a file that Fettle signs: the job, the head of the ledger, and the SHA-256 of the canonical JSON of `about` and
 * of each event in the file, in order.
 */
export type SealStatement = {
  type: 'fettle-evidence-seal'
  /** What kind of file it seals, in which form. Older files do not have it. */
  file?: { type: 'fettle-evidence'; form: 1 }
  companyId: string
  jobId: string
  jobRef: string
  copy: 'office' | 'team'
  preparedAt: string
  head: { epoch: number; seq: number; hash: string }
  about: string
  entries: string[]
  keyId: string
}

/** Context for readers of the events; `people` are names by user id. */
export type SealedAbout = { company: string; site: string; timeZone: string; people: Record<string, string> }

/** The verification file of an evidence pack: anyone who has it can recompute its claims. */
export type SealedFile = {
  type: 'fettle-evidence'
  /** The version of the format; raised when the format changes. */
  form: 1
  about: SealedAbout
  seal: { statement: SealStatement; publicKey: SignedHead['publicKey']; signature: string }
  signedHead?: SignedHead
  events: SealedEvent[]
}

/** The text that is hashed for an event, between the previous hash and the event's digest. */
export const hashedText = (
  { companyId, jobId }: Pick<SealStatement, 'companyId' | 'jobId'>,
  one: SealedEnvelope & { seq: number; version: number },
) =>
  [companyId, one.seq, 'job', jobId, one.version, one.type, one.schema, one.number ?? '', one.actorId ?? '']
    .concat(one.actorRole ?? '', Date.parse(one.happenedAt), Date.parse(one.recordedAt), one.clock)
    .concat(one.commandId, one.ordinal)
    .join('|')
