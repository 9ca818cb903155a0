import { randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import type pg from 'pg'
import { digestOf } from './chain.ts'

/** What remains of an event, under a salt of its own; `remains` is their digest in hex, which the ledger is to tell. */
export type Remains = { seq: number; data: string; salt: string; remains: string }

/** Seals what remains of an event's data. */
export function sealRemains(seq: number, data: unknown): Remains {
  const salt = randomBytes(16)
  return {
    seq,
    data: canonicalize(data) ?? '',
    salt: salt.toString('hex'),
    remains: digestOf(salt, data).toString('hex'),
  }
}

/**
 * Replaces the data of events by what remains of it. `client` is in the transaction that has just appended, by this command, the
 * EventErased that tells of exactly these; see migrations/0022-erased-as-told.ts.
 */
export async function eraseEvents(
  client: pg.ClientBase,
  companyId: string,
  commandId: string,
  erased: readonly Remains[],
): Promise<void> {
  const given = erased.map(({ seq, data, salt }) => ({ seq, data, salt }))
  await client.query('select erase_events($1, $2, $3)', [companyId, commandId, JSON.stringify(given)])
}

/** The digests of what remains, by seq: of each event the one that its last erasure tells. */
export type ErasedDigests = ReadonlyMap<number, string>

/** What the ledger itself tells of what was erased from it; that these events were not changed is for who verifies it. */
export const erasedQuery = (companyId: string): pg.QueryConfig => ({
  name: 'erased',
  text: `
    select (one ->> 'seq')::bigint seq, one ->> 'remains' remains
    from event, jsonb_array_elements(data -> 'events') one
    where company_id = $1 and stream = 'company' and stream <> 'job' and type = 'EventErased' and actor_role = 'owner'
    order by event.seq`,
  values: [companyId],
})

type ErasedRow = { seq: number; remains: string }
export const erasedDigests = (rows: readonly ErasedRow[]): ErasedDigests =>
  new Map(rows.map(({ seq, remains }) => [seq, remains]))

/** Whether data that is not what was written first is what an erasure has left of it. */
export const isErased = (erased: ErasedDigests, seq: number, digest: string | undefined) =>
  digest !== undefined && erased.get(seq) === digest
