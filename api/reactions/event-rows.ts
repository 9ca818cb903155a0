import type pg from 'pg'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eventColumns, storedEvent } from '#ledger/log/read.ts'

type Wanted = { companyId: string; types: readonly string[]; after: number; upTo: number; limit: number }

/** A company's next events of some types, oldest first. `client` is in a transaction of the company. */
export const readListened = async (client: pg.ClientBase, wanted: Wanted): Promise<StoredEvent[]> =>
  (await rowsOf(client, listened(wanted))).map(storedEvent)

const listened = statement('reaction-events', (p: Parameters<Wanted>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('seq', '>', p.after)
    .where('seq', '<=', p.upTo)
    .where((event) => event('type', '=', event.fn.any(p.types)))
    .orderBy('seq')
    .limit(p.limit),
)

type OfStreams = { companyId: string; streamIds: readonly string[]; types: readonly string[] }

/** Events of some types of these streams by stream, oldest first. */
export async function readLookedBackAt(client: pg.ClientBase, wanted: OfStreams): Promise<Map<string, StoredEvent[]>> {
  const events = (await rowsOf(client, ofStreams(wanted))).map(storedEvent)
  return Map.groupBy(events, (one) => one.streamId)
}

const ofStreams = statement('reaction-looks-back', (p: Parameters<OfStreams>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where((event) => event('stream_id', '=', event.fn.any(p.streamIds)))
    .where((event) => event('type', '=', event.fn.any(p.types)))
    .orderBy('seq'),
)
