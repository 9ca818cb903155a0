import { sql } from 'kysely'
import type pg from 'pg'
import { Counter, Gauge } from 'prom-client'
import { cached } from '#api/http/cached.ts'
import type { Services } from '#api/services/services.ts'
import { rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Progress = { projection: string; folded: number; lag: number; seconds: number }
type LedgerFigures = { appended: number; progress: Progress[] }
const nothingYet: LedgerFigures = { appended: 0, progress: [] }

/**
 * Figures of all companies and processes, read from the database: events appended, events folded, and how far the projections
 * lag behind. While the database is down, the last figures are reported.
 */
export function measureLedger({ metrics, metricsPool, logger }: Pick<Services, 'metrics' | 'metricsPool' | 'logger'>) {
  const read = cached(
    nothingYet,
    () => readLedger(metricsPool),
    (error) => logger.warn({ err: error }, 'ledger metrics could not be read'),
  )
  const registers = [metrics]
  const labelNames = ['projection'] as const
  new Counter({
    name: 'fettle_events_appended_total',
    help: 'Events appended to the ledgers of all companies.',
    registers,
    async collect() {
      const { appended } = await read()
      this.reset()
      this.inc(appended)
    },
  })
  new Counter({
    name: 'fettle_events_folded_total',
    help: 'Events folded into the live rows of a projection, for all companies.',
    labelNames,
    registers,
    async collect() {
      const { progress } = await read()
      this.reset()
      for (const { projection, folded } of progress) this.inc({ projection }, folded)
    },
  })
  new Gauge({
    name: 'fettle_projection_lag_events',
    help: 'Events that a projection has still to fold, for all companies.',
    labelNames,
    registers,
    async collect() {
      for (const { projection, lag } of (await read()).progress) this.set({ projection }, lag)
    },
  })
  new Gauge({
    name: 'fettle_projection_lag_seconds',
    help: 'Age of the oldest event that a projection has still to fold, unless it is parked.',
    labelNames,
    registers,
    async collect() {
      for (const { projection, seconds } of (await read()).progress) this.set({ projection }, seconds)
    },
  })
}

const countAppended = statement('metrics-appended', () =>
  db
    .selectFrom('company_head')
    .select((head) => sql<number>`coalesce(sum(${head.ref('seq')}), 0)::bigint`.as('appended')),
)

const measureProgress = statement('metrics-progress', () =>
  db
    .selectFrom('company_head as head')
    .innerJoin('checkpoint', (join) =>
      join.onRef('checkpoint.company_id', '=', 'head.company_id').on('checkpoint.status', 'in', ['live', 'parked']),
    )
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('event')
          .select('recorded_at')
          .whereRef('event.company_id', '=', 'checkpoint.company_id')
          .where((event) => event('event.seq', '=', event('checkpoint.seq', '+', 1)))
          .whereRef('checkpoint.seq', '<', 'head.seq')
          .as('next'),
      (join) => join.onTrue(),
    )
    .select(({ ref }) => [
      'checkpoint.projection',
      sql<number>`sum(${ref('checkpoint.seq')})::bigint`.as('folded'),
      sql<number>`sum(${ref('head.seq')} - ${ref('checkpoint.seq')})::bigint`.as('lag'),
      sql<number>`greatest(0, coalesce(extract(epoch from
        now() - min(${ref('next.recorded_at')}) filter (where ${ref('checkpoint.status')} = 'live')), 0))::float8`.as(
        'seconds',
      ),
    ])
    .groupBy('checkpoint.projection'),
)

async function readLedger(pool: pg.Pool): Promise<LedgerFigures> {
  const [heads, progress] = await Promise.all([rowsOf(pool, countAppended({})), rowsOf(pool, measureProgress({}))])
  return { appended: heads[0]?.appended ?? 0, progress }
}
