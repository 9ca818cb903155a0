import type { SignedHead } from '#core/wire/proof.ts'

/**
 * An event of a job in its sealed file. It has its data, or only its hashes where it is left out of the copy. Of one with
 * something `withheld` the copy does not say who it was: without its salted digest nobody can find that out by trying the
 * hash with one person after the other. One without a salt has what an erasure by law has left of its data.
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
 * What Fettle signs of a file: which job it is of, where the ledger stood, and the SHA-256 of the canonical JSON of each event
 * in the file, in order, and of `about`.
 */
export type SealStatement = {
  type: 'fettle-evidence-seal'
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

/** What is said beside the events, for who reads them: people by their ids. */
export type SealedAbout = { company: string; site: string; timeZone: string; people: Record<string, string> }

/** The file that goes with a pack of evidence: whoever has it can compute again what it claims. */
export type SealedFile = {
  type: 'fettle-evidence'
  /** How it is to be read; raised when its form changes. */
  form: 1
  about: SealedAbout
  seal: { statement: SealStatement; publicKey: SignedHead['publicKey']; signature: string }
  signedHead?: SignedHead
  events: SealedEvent[]
}

/** The text that an event's hash is made of, between the hash before it and its digest. */
export const hashedText = (
  { companyId, jobId }: Pick<SealStatement, 'companyId' | 'jobId'>,
  one: SealedEnvelope & { seq: number; version: number },
) =>
  [companyId, one.seq, 'job', jobId, one.version, one.type, one.schema, one.number ?? '', one.actorId ?? '']
    .concat(one.actorRole ?? '', Date.parse(one.happenedAt), Date.parse(one.recordedAt), one.clock)
    .concat(one.commandId, one.ordinal)
    .join('|')
