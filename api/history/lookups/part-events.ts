import { sql } from 'kysely'
import type pg from 'pg'
import { inTurns } from '#api/http/turns/in-turns.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { whyUnreadable } from '#core/ledger/shapes.ts'
import { mostInPage } from '#core/wire/history.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { readStreams } from '#ledger/log/read.ts'

/** The events of the parts that were last ordered for a job, as many parts as fit, as far as this release can read them. */
export async function readPartEvents(
  pool: pg.Pool,
  companyId: string,
  partIds: readonly string[],
): Promise<StoredEvent[]> {
  if (partIds.length === 0) return []
  const newest = partIds.slice(-mostInPage.parts)
  const [{ rows }] = await readInCompany(pool, companyId, [sizesOfStreams({ companyId, streamIds: newest })])
  const events = await readStreams(pool, companyId, fittingParts(newest, rows))
  return inTurns(readable(events))
}

type Size = { streamId: string; events: number; bytes: number }

/** The last of these parts whose events are no more than a page holds. A part is never cut: its events tell it only together. */
export function fittingParts(partIds: readonly string[], sizes: readonly Size[]): string[] {
  const sizeOf = new Map(sizes.map((one) => [one.streamId, one]))
  let [events, bytes] = [0, 0]
  const beyond = partIds.findLastIndex((partId) => {
    const size = sizeOf.get(partId)
    events += size?.events ?? 0
    bytes += size?.bytes ?? 0
    return events > mostInPage.events || bytes > mostInPage.bytes
  })
  return partIds.slice(beyond + 1)
}

function* readable(events: readonly StoredEvent[]) {
  for (const event of events) yield whyUnreadable(event) ? undefined : event
}

const sizesOfStreams = statement(
  'sizes-of-streams',
  (p: Parameters<{ companyId: string; streamIds: readonly string[] }>) =>
    db
      .selectFrom('event')
      .select(({ fn, ref }) => [
        'stream_id as streamId',
        fn.countAll<number>().as('events'),
        sql<number>`sum(octet_length(${ref('data')}::text))::int`.as('bytes'),
      ])
      .where('company_id', '=', p.companyId)
      .where((event) => event('stream_id', '=', event.fn.any(p.streamIds)))
      .groupBy('stream_id'),
)
