import { createHash, sign } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { ChainedEventRow } from '#api/proof/chained-events.ts'
import type { SealedAbout, SealedEvent, SealedFile } from '#core/evidence/sealed-evidence.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Audience } from '#core/model/access.ts'
import type { SignedHead } from '#core/wire/proof.ts'
import { digestOf as digestOfData, firstHash } from '#ledger/log/chain.ts'
import type { HeadKey } from '#ledger/proof/signed-head.ts'

type Sealing = {
  rows: readonly ChainedEventRow[]
  /** The events that the copy shows, as it may have them. */
  shown: readonly StoredEvent[]
  about: SealedAbout
  of: { companyId: string; jobId: string; jobRef: string; copy: Audience; preparedAt: string }
  head: { epoch: number; seq: number; hash: string }
  signedHead: SignedHead | undefined
}

/** The sealed file of a copy: its events whole, of all others no more than their place and hash, signed as it is. */
export function sealFile(key: HeadKey, { rows, shown, about, of, head, signedHead }: Sealing): SealedFile {
  const byVersion = new Map(shown.map((one) => [one.version, one]))
  const events = rows.map((row) => sealed(row, byVersion.get(row.version)))
  const statement: SealedFile['seal']['statement'] = {
    type: 'fettle-evidence-seal',
    ...of,
    head,
    about: sealOf(about),
    entries: events.map(sealOf),
    keyId: key.keyId,
  }
  const signature = sign(null, Buffer.from(canonicalize(statement) ?? ''), key.privateKey).toString('base64url')
  return {
    type: 'fettle-evidence',
    form: 1,
    about,
    seal: { statement, publicKey: key.publicKey, signature },
    ...(signedHead ? { signedHead } : {}),
    events,
  }
}

function sealed(row: ChainedEventRow, shown: StoredEvent | undefined): SealedEvent {
  const { version, seq } = row
  const previous = (seq === 1 ? firstHash : (row.previous ?? firstHash)).toString('hex')
  const place = { version, seq, previous, hash: row.hash.toString('hex') }
  if (!shown) return { ...place, leftOut: true }
  const { type, number, happenedAt, recordedAt, clock, commandId, ordinal } = shown
  // What was hashed is what is stored, in the shape that it had then.
  const { schema, data } = row
  const told = { type, schema, ...(number === undefined ? {} : { number }), happenedAt, recordedAt, clock, commandId }
  // Who it was is not said: with the digest the few people who it can have been could be tried.
  if ((shown.actorId ?? null) !== row.actor_id) return { ...place, ...told, ordinal, data, withheld: 'actor' }
  const actor = { ...(shown.actorId === undefined ? {} : { actorId: shown.actorId }), actorRole: shown.actorRole }
  // The digest of what was erased by law is of what was there before, and its salt is gone.
  const isWhole = row.digest.equals(digestOfData(row.salt, data))
  const digest = { digest: row.digest.toString('hex'), ...(isWhole ? { salt: row.salt.toString('hex') } : {}) }
  return { ...place, ...told, ...actor, ordinal, data, ...digest }
}

const sealOf = (value: unknown) =>
  createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex')
