import { createHash, sign } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { ChainedEventRow } from '#api/proof/chained-events.ts'
import type { SealedAbout, SealedEvent, SealedFile } from '#core/evidence/sealed-evidence.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Audience } from '#core/model/access.ts'
import type { SignedHead } from '#core/wire/proof.ts'
import { compareData, firstHash } from '#ledger/log/chain.ts'
import type { HeadKey } from '#ledger/proof/signed-head.ts'

type Bytes = 'salt' | 'digest' | 'hash'

/** A row whose bytes may come from another process, where they are no longer Buffers. */
export type SealedRow = Omit<ChainedEventRow, Bytes | 'previous'> &
  Record<Bytes, Uint8Array> & { previous: Uint8Array | null }

type Sealing = {
  rows: readonly SealedRow[]
  /** The events in the copy, as its audience may see them. */
  shown: readonly StoredEvent[]
  about: SealedAbout
  of: { companyId: string; jobId: string; jobRef: string; copy: Audience; preparedAt: string }
  head: { epoch: number; seq: number; hash: string }
  signedHead: SignedHead | undefined
}

/** The signed verification file of a copy: its events in full, and only the place and hash of all the others. */
export function sealFile(key: HeadKey, { rows, shown, about, of, head, signedHead }: Sealing): SealedFile {
  const byVersion = new Map(shown.map((one) => [one.version, one]))
  const events = rows.map((row) => sealed(row, byVersion.get(row.version)))
  const statement: SealedFile['seal']['statement'] = {
    type: 'fettle-evidence-seal',
    file: { type: 'fettle-evidence', form: 1 },
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

function sealed(row: SealedRow, shown: StoredEvent | undefined): SealedEvent {
  const { version, seq } = row
  const previous = hex(seq === 1 ? firstHash : (row.previous ?? firstHash))
  const place = { version, seq, previous, hash: hex(row.hash) }
  if (!shown) return { ...place, leftOut: true }
  const { type, number, happenedAt, recordedAt, clock, commandId, ordinal } = shown
  // The hash covers the data as stored, in the schema it had then.
  const { schema, data } = row
  const eventFields = {
    type,
    schema,
    ...(number === undefined ? {} : { number }),
    happenedAt,
    recordedAt,
    clock,
    commandId,
  }
  // The digest is withheld as well as the actor: with it, the few people it could be could be tried one by one.
  if ((shown.actorId ?? null) !== row.actor_id) return { ...place, ...eventFields, ordinal, data, withheld: 'actor' }
  const actor = { ...(shown.actorId === undefined ? {} : { actorId: shown.actorId }), actorRole: shown.actorRole }
  // After an erasure by law in form 1 the digest is that of the original data, whose salt is gone.
  const [digest, salt] = [hex(row.digest), hex(row.salt)]
  const { holds } = compareData({ digest, salt, data })
  return { ...place, ...eventFields, ...actor, ordinal, data, digest, ...(holds ? { salt } : {}) }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const sealOf = (value: unknown) =>
  createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex')
