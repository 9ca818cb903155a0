import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { EventRow } from './read.ts'

/** What stands before the first event of every company. */
export const firstHash = Buffer.alloc(32)

/** SHA-256 over the salt and the canonical JSON (RFC 8785) of the data. */
export function digestOf(salt: Buffer, data: unknown): Buffer {
  return hashOfParts(salt, canonicalize(data) ?? '')
}

/** The columns that an event's hash is made of, beside the hash before it. */
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
 * The hash of an event that follows `previous`, as the SQL function `append` computes it. `request` is not part of it: it is
 * an unsalted digest of what a person wrote, so it has to go when a payload is erased.
 */
export function hashOf(previous: Buffer, one: Chained): Buffer {
  const { company_id, seq, stream, stream_id, version, type, schema, number, actor_id, actor_role, clock } = one
  const [happened, recorded] = [Date.parse(one.happened_at), Date.parse(one.recorded_at)]
  const fields =
    `${company_id}|${seq}|${stream}|${stream_id}|${version}|${type}|${schema}|${number ?? ''}|${actor_id ?? ''}|` +
    `${actor_role}|${happened}|${recorded}|${clock}|${one.command_id}|${one.ordinal}`
  return hashOfParts(previous, fields, one.digest)
}

let room = Buffer.allocUnsafe(64 * 1024)

/** SHA-256 over bytes, text and bytes, put together in one place that is used again: millions are verified in a row. */
function hashOfParts(head: Buffer, text: string, tail?: Buffer): Buffer {
  const most = head.length + 3 * text.length + (tail?.length ?? 0)
  if (most > room.length) room = Buffer.allocUnsafe(2 * most)
  let end = head.copy(room)
  end += room.write(text, end)
  if (tail) end += tail.copy(room, end)
  return hash('sha256', room.subarray(0, end), 'buffer')
}
