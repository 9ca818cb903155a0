import type pg from 'pg'
import type { FoldedEvent } from '#core/ledger/ledger.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { arrayStatement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { columnsOfFolded, type FoldedLine, foldedOfLine } from './read.ts'

const atOnce = 500

/**
 * The events of one stream up to a version, oldest first, a page at a time: however long the stream is, no more than a page of it is
 * held. Each page is a read of its own, as a stream only grows.
 */
export async function* readStreamInPages(
  pool: pg.Pool,
  companyId: string,
  streamId: string,
  upTo: number,
): AsyncGenerator<FoldedEvent[]> {
  for (let after = 0; ; ) {
    const [{ rows }] = await readInCompany(pool, companyId, [
      nextOfStream({ companyId, streamId, after, upTo, limit: atOnce }),
    ])
    const page = rows.map((line) => foldedOfLine(companyId, line))
    const last = page.at(-1)
    if (!last) return
    yield page
    if (page.length < atOnce) return
    after = last.version
  }
}

type Wanted = { companyId: string; streamId: string; after: number; upTo: number; limit: number }

const nextOfStream = arrayStatement<Wanted, FoldedLine>('read-stream-page', (p) =>
  db
    .selectFrom('event')
    .select(columnsOfFolded)
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.streamId)
    .where('version', '>', p.after)
    .where('version', '<=', p.upTo)
    .orderBy('version')
    .limit(p.limit),
)
