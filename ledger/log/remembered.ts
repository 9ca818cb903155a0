import { sql } from 'kysely'
import type pg from 'pg'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { companyHead, eventColumns, storedEvent } from './read.ts'

/** Where a stream ends, and the epoch of its company's log at that moment. */
export type StreamEnd = { epoch: number; version: number }

/** Where a stream ends now: version 0 if it has no events, epoch 1 if its company has no head. */
export async function readStreamEnd(pool: pg.Pool, companyId: string, streamId: string): Promise<StreamEnd> {
  const [head, last] = await readInCompany(pool, companyId, [
    companyHead({ companyId }),
    lastOfStream({ companyId, streamId }),
  ])
  return { epoch: head.rows[0]?.epoch ?? 1, version: last.rows[0]?.version ?? 0 }
}

/** The first event of a stream and those that name an id, such as that of a task, in their order. */
export async function readStreamNaming(
  pool: pg.Pool,
  companyId: string,
  streamId: string,
  id: string,
): Promise<StoredEvent[]> {
  const [{ rows }] = await readInCompany(pool, companyId, [eventsNaming({ companyId, streamId, id })])
  return rows.map(storedEvent)
}

type OfStream = { companyId: string; streamId: string }

const lastOfStream = statement('last-of-stream', (p: Parameters<OfStream>) =>
  db
    .selectFrom('event')
    .select('version')
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.streamId)
    .orderBy('version', 'desc')
    .limit(1),
)

const eventsNaming = statement('stream-naming', (p: Parameters<OfStream & { id: string }>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.streamId)
    .where((event) =>
      event.or([event('version', '=', 1), sql<boolean>`strpos(${event.ref('data')}::text, ${p.id}) > 0`]),
    )
    .orderBy('version'),
)
