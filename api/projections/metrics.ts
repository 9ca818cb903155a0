import type pg from 'pg'
import { Gauge } from 'prom-client'
import { cached } from '#api/http/cached.ts'
import type { Services } from '#api/services/services.ts'
import { projections } from '#core/projections/projections.ts'

const statuses = ['live', 'parked', 'building', 'compared', 'kept', 'retired'] as const
const openStates = ['waiting', 'running', 'paused'] as const

type Figures = {
  generations: { projection: string; status: string; companies: number }[]
  tables: { table: string; bytes: number; rows: number }[]
  runs: { state: string; companies: number; left: number; rate: number }[]
}
const nothingYet: Figures = { generations: [], tables: [], runs: [] }

/** What the read models and the runs of them are, over all companies. */
export function measureProjections({
  metrics,
  overviewPool,
  logger,
}: Pick<Services, 'metrics' | 'overviewPool' | 'logger'>) {
  const read = cached(
    nothingYet,
    () => readFigures(overviewPool),
    (error) => logger.warn({ err: error }, 'no projection metrics'),
  )
  const gauge = (name: string, help: string, labels: string[], collect: (gauge: Gauge, found: Figures) => void) =>
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [metrics],
      async collect() {
        collect(this, await read())
      },
    })
  const companies = ({ generations }: Figures, projection: string, status: string) =>
    generations.find((one) => one.projection === projection && one.status === status)?.companies ?? 0
  const ofState = ({ runs }: Figures, state: string) => runs.find((one) => one.state === state)

  gauge(
    'fettle_projection_parked',
    'Companies in which a projection has stopped at an event that it cannot fold.',
    ['projection'],
    (it, found) => {
      for (const { name } of projections) it.set({ projection: name }, companies(found, name, 'parked'))
    },
  )
  gauge(
    'fettle_projection_generations',
    'Generations of rows by what they are, of all companies.',
    ['projection', 'status'],
    (it, found) => {
      for (const { name } of projections)
        for (const status of statuses) it.set({ projection: name, status }, companies(found, name, status))
    },
  )
  gauge('fettle_read_model_bytes', 'Size of a table of read models with its indexes.', ['table'], (it, { tables }) => {
    for (const { table, bytes } of tables) it.set({ table }, bytes)
  })
  gauge(
    'fettle_read_model_rows',
    'Rows of a table of read models, as PostgreSQL estimates.',
    ['table'],
    (it, found) => {
      for (const { table, rows } of found.tables) it.set({ table }, rows)
    },
  )
  gauge(
    'fettle_replay_companies',
    'Companies with an open run of projections, by its state.',
    ['state'],
    (it, found) => {
      for (const state of openStates) it.set({ state }, ofState(found, state)?.companies ?? 0)
    },
  )
  gauge('fettle_replay_events_left', 'Events that open runs have yet to fold.', [], (it, { runs }) =>
    it.set(runs.reduce((sum, one) => sum + one.left, 0)),
  )
  gauge('fettle_replay_events_per_second', 'Events that running runs fold a second.', [], (it, found) =>
    it.set(ofState(found, 'running')?.rate ?? 0),
  )
}

async function readFigures(pool: pg.Pool): Promise<Figures> {
  const generations = await pool.query<Figures['generations'][number]>(
    'select projection, status, count(*) companies from checkpoint group by projection, status',
  )
  const tables = await pool.query<Figures['tables'][number]>(
    `select relname "table", pg_total_relation_size(oid) bytes, greatest(reltuples, 0)::float8 "rows" from pg_class
      where relnamespace = 'public'::regnamespace and relname = any ($1)`,
    [['document', ...new Set(projections.flatMap((one) => ('table' in one && one.table ? [one.table] : [])))]],
  )
  const runs = await pool.query<Figures['runs'][number]>(
    `select state, count(*) companies, sum(greatest(events_total - events_done, 0))::bigint "left", sum(rate)::float8 rate
      from replay_run where state = any ($1) group by state`,
    [openStates],
  )
  return { generations: generations.rows, tables: tables.rows, runs: runs.rows }
}
