import type pg from 'pg'
import { Counter, Gauge } from 'prom-client'
import { cached } from '#api/http/cached.ts'
import type { Services } from '#api/services/services.ts'

type Standing = { projection: string; folded: number; lag: number; seconds: number }
type Ledger = { appended: number; standings: Standing[] }
const nothingYet: Ledger = { appended: 0, standings: [] }

/**
 * What the database alone knows, of all companies and whichever process did it: how much was appended, how much folded, and
 * how far the projections are behind. Without a database the last figures stand.
 */
export function measureLedger({
  metrics,
  overviewPool,
  logger,
}: Pick<Services, 'metrics' | 'overviewPool' | 'logger'>) {
  const read = cached(
    nothingYet,
    () => readLedger(overviewPool),
    (error) => logger.warn({ err: error }, 'no ledger metrics'),
  )
  const registers = [metrics]
  const labelNames = ['projection'] as const
  new Counter({
    name: 'fettle_events_appended_total',
    help: 'Events in the ledgers of all companies.',
    registers,
    async collect() {
      const { appended } = await read()
      this.reset()
      this.inc(appended)
    },
  })
  new Counter({
    name: 'fettle_events_folded_total',
    help: 'Events that the live rows of a projection are folded from, of all companies.',
    labelNames,
    registers,
    async collect() {
      const { standings } = await read()
      this.reset()
      for (const { projection, folded } of standings) this.inc({ projection }, folded)
    },
  })
  new Gauge({
    name: 'fettle_projection_lag_events',
    help: 'Events that a projection has not folded yet, of all companies.',
    labelNames,
    registers,
    async collect() {
      for (const { projection, lag } of (await read()).standings) this.set({ projection }, lag)
    },
  })
  new Gauge({
    name: 'fettle_projection_lag_seconds',
    help: 'Age of the oldest event that a projection has not folded yet, where it is not parked.',
    labelNames,
    registers,
    async collect() {
      for (const { projection, seconds } of (await read()).standings) this.set({ projection }, seconds)
    },
  })
}

async function readLedger(pool: pg.Pool): Promise<Ledger> {
  const heads = await pool.query<{ appended: number }>(
    'select coalesce(sum(seq), 0)::bigint as appended from company_head',
  )
  const standings = await pool.query<Standing>(`
    select projection, sum(c.seq)::bigint as folded, sum(h.seq - c.seq)::bigint as lag,
      greatest(0, coalesce(extract(epoch from now() - min(next.recorded_at) filter (where status = 'live')), 0))::float8 as seconds
    from company_head h
    join checkpoint c on c.company_id = h.company_id and c.status in ('live', 'parked')
    left join lateral (
      select recorded_at from event e where e.company_id = c.company_id and e.seq = c.seq + 1 and c.seq < h.seq
    ) next on true
    group by projection`)
  return { appended: heads.rows[0]?.appended ?? 0, standings: standings.rows }
}
