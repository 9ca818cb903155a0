import { randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { digestOf } from './chain.ts'

/** What remains of an event's data, with its new salt; `remains` is the digest of both in hex, which the EventErased records. */
export type Remains = { seq: number; data: string; salt: string; remains: string }

/** Seals what remains of an event's data under a new salt. */
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
 * Replaces the data of events with what remains of it. `client` must be in the transaction in which this command has just
 * appended the EventErased that names exactly these events; see migrations/0022-erased-as-told.ts. Throws if the database
 * refuses.
 */
export async function eraseEvents(
  client: pg.ClientBase,
  companyId: string,
  commandId: string,
  erased: readonly Remains[],
): Promise<void> {
  const events = JSON.stringify(erased.map(({ seq, data, salt }) => ({ seq, data, salt })))
  await client.query(erase({ companyId, commandId, events }))
}

const erase = statement('erase-events', (p: Parameters<{ companyId: string; commandId: string; events: string }>) =>
  db.selectNoFrom((query) => query.fn('erase_events', [p.companyId, p.commandId, p.events]).as('erased')),
)

/** The digest of what remains of each erased event, by its seq, as its last EventErased records it. */
export type ErasedDigests = ReadonlyMap<number, string>

/** Reads the erasures recorded in the ledger. Verification must check that the EventErased events are genuine. */
export const erasedQuery = (companyId: string) => erasedEvents({ companyId })

const erasedEvents = statement('erased', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('event')
    .crossJoinLateral((event) =>
      sql<{ entry: unknown }>`jsonb_array_elements(${event.ref('event.data')} -> 'events')`.as<'erased'>(
        sql`erased (entry)`,
      ),
    )
    .select(({ ref }) => [
      sql<number>`(${ref('erased.entry')} ->> 'seq')::bigint`.as('seq'),
      sql<string>`${ref('erased.entry')} ->> 'remains'`.as('remains'),
    ])
    .where('company_id', '=', p.companyId)
    .where('stream', '=', 'company')
    .where('stream', '<>', 'job')
    .where('type', '=', 'EventErased')
    .where('actor_role', '=', 'owner')
    .orderBy('event.seq'),
)

type ErasedRow = { seq: number; remains: string }
export const erasedDigests = (rows: readonly ErasedRow[]): ErasedDigests =>
  new Map(rows.map(({ seq, remains }) => [seq, remains]))

/** Whether a digest that differs from the original is the one that an erasure recorded. */
export const isErased = (erased: ErasedDigests, seq: number, digest: string | undefined) =>
  digest !== undefined && erased.get(seq) === digest
