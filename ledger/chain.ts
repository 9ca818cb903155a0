import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { EventRow } from './read.ts'

/** What stands before the first event of every company. */
export const firstHash = Buffer.alloc(32)

/** SHA-256 over the salt and the canonical JSON (RFC 8785) of the data. */
export const digestOf = (salt: Buffer, data: unknown): Buffer =>
  hash('sha256', Buffer.concat([salt, Buffer.from(canonicalize(data) ?? '')]), 'buffer')

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
  const fields = [
    one.company_id,
    one.seq,
    one.stream,
    one.stream_id,
    one.version,
    one.type,
    one.schema,
    one.number ?? '',
    one.actor_id ?? '',
    one.actor_role,
    Date.parse(one.happened_at),
    Date.parse(one.recorded_at),
    one.clock,
    one.command_id,
    one.ordinal,
  ]
  return hash('sha256', Buffer.concat([previous, Buffer.from(fields.join('|')), one.digest]), 'buffer')
}
