import { hash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import { mayHaveTexts, textPathsOf } from '#core/erasure/erasure.ts'
import type { Event } from '#core/ledger/ledger.ts'
import {
  compareWithDigest,
  type DataFound,
  type DigestedData,
  type Piece as HashedPiece,
  type Hashing,
  sealInForm2,
} from '#core/proof/data-digest.ts'
import type { EventRow } from './read.ts'

/** The hash before the first event of every company. */
export const firstHash = Buffer.alloc(32)

const canonical = (value: unknown) => canonicalize(value) ?? ''

/** The digest and the salts of new data, in hex: in form 2 for types with texts that may be erased, else in form 1. */
export function sealData(type: Event['type'], schema: number, data: unknown): { digest: string; salt: string } {
  if (!mayHaveTexts(type, schema)) {
    const salt = randomBytes(saltBytes)
    return { salt: salt.toString('hex'), digest: digestOf(salt, data).toString('hex') }
  }
  const paths = textPathsOf({ type, schema, data })
  const random = randomBytes(saltBytes * (paths.length + 1))
  const salts = [undefined, ...paths].map((_, at) => random.toString('hex', at * saltBytes, (at + 1) * saltBytes))
  return sealWith({ data, paths, salts })
}

/** Seals data in form 2 with these salts, in hex: one for the rest, then one for each text at `paths`. */
export const sealWith = (sealing: { data: unknown; paths: readonly string[]; salts: readonly string[] }) =>
  hashed(sealInForm2(sealing, canonical))

const saltBytes = 16

/** How stored data compares with its digest; see core/proof/data-digest.ts. */
export const compareData = (event: DigestedData): DataFound => hashed(compareWithDigest(event, canonical))

/** As {@link compareData}, for data as JSON text. Undefined for invalid JSON. */
export function compareJson({ digest, salt, data: json }: DigestedData & { data: string }) {
  let data: unknown
  try {
    data = JSON.parse(json)
  } catch {
    return undefined
  }
  return { data, found: compareData({ digest, salt, data }) }
}

/** Carries out a computation with the hashes of Node. */
function hashed<T>(hashing: Hashing<T>): T {
  let step = hashing.next()
  while (!step.done) step = hashing.next(hash('sha256', put(...step.value.map(bytesOf))))
  return step.value
}

const bytesOf = (piece: HashedPiece): Piece => (typeof piece === 'string' ? [piece, 'utf8'] : [piece.hex, 'hex'])

/** Form 1: SHA-256 over the salt and the canonical JSON (RFC 8785) of the data. */
export function digestOf(salt: Buffer, data: unknown): Buffer {
  return hashOfParts(salt, canonicalize(data) ?? '')
}

/** The columns that an event's hash is computed from, together with the hash before it. */
export type Chained = Pick<
  EventRow,
  | 'company_id'
  | 'seq'
  | 'stream'
  | 'stream_id'
  | 'version'
  | 'type'
  | 'schema'
  | 'number'
  | 'actor_id'
  | 'actor_role'
  | 'happened_at'
  | 'recorded_at'
  | 'clock'
  | 'command_id'
  | 'ordinal'
> & { digest: Buffer }

/**
 * The hash of an event after `previous`, as the SQL function `append` computes it. `request` is not part of it: as an unsalted
 * digest of what a person wrote, it has to be deleted when the payload is erased.
 */
export function hashOf(previous: Buffer, one: Chained): Buffer {
  const { company_id, seq, stream, stream_id, version, type, schema, number, actor_id, actor_role, clock } = one
  const [happened, recorded] = [Date.parse(one.happened_at), Date.parse(one.recorded_at)]
  const fields =
    `${company_id}|${seq}|${stream}|${stream_id}|${version}|${type}|${schema}|${number ?? ''}|${actor_id ?? ''}|` +
    `${actor_role}|${happened}|${recorded}|${clock}|${one.command_id}|${one.ordinal}`
  return hashOfParts(previous, fields, one.digest)
}

/** As {@link hashOf}, in hex, for what COPY sends: `fields` are those between seq and digest, as they are hashed. */
export function hashAfter(
  previous: string,
  companyId: string,
  seq: number,
  { fields, digest }: { fields: string; digest: string },
): string {
  return hash('sha256', put([previous, 'hex'], [`${companyId}|${seq}|${fields}`, 'utf8'], [digest, 'hex']))
}

/** SHA-256 over bytes, text and bytes. */
const hashOfParts = (head: Buffer, text: string, tail?: Buffer): Buffer =>
  hash('sha256', put([head], [text, 'utf8'], ...(tail ? [[tail] as const] : [])), 'buffer')

type Piece = readonly [bytes: Buffer] | readonly [text: string, encoding: 'utf8' | 'hex']
let room = Buffer.allocUnsafe(64 * 1024)

/** Concatenates pieces in a buffer that is reused: millions of events are verified in a row. */
function put(...pieces: readonly Piece[]): Buffer {
  let most = 0
  for (const [piece] of pieces) most += 3 * piece.length
  if (most > room.length) room = Buffer.allocUnsafe(2 * most)
  let end = 0
  for (const [piece, encoding] of pieces)
    end += typeof piece === 'string' ? room.write(piece, end, encoding) : piece.copy(room, end)
  return room.subarray(0, end)
}
