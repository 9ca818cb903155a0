import { sql } from 'kysely'
import type pg from 'pg'
import { Gauge } from 'prom-client'
import { cached } from '#api/http/cached.ts'
import type { Services } from '#api/services/services.ts'
import { projections } from '#core/projections/projections.ts'
import { rebuilding } from '#core/wire/projections.ts'
import { openRunStates } from '#core/wire/replay/run-states.ts'
import { rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { areRebuildsHeld } from './held-runs.ts'

const statuses = ['live', 'parked', 'building', 'compared', 'kept', 'retired'] as const

type Figures = {
  generations: { projection: string; status: string; companies: number }[]
  tables: { table: string; bytes: number; rows: number }[]
  runs: { state: string; companies: number; rebuilds: number; left: number; rate: number }[]
}
const nothingYet: Figures = { generations: [], tables: [], runs: [] }

/** Metrics of the read models and their runs, over all companies. */
export function measureProjections({
  metrics,
  metricsPool,
  logger,
  disks,
}: Pick<Services, 'metrics' | 'metricsPool' | 'logger' | 'disks'>) {
  const read = cached(
    nothingYet,
    () => readFigures(metricsPool),
    (error) => logger.warn({ err: error }, 'projection metrics could not be read'),
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
    'Companies in which a projection is parked at an event that it cannot fold.',
    ['projection'],
    (it, found) => {
      for (const { name } of projections) it.set({ projection: name }, companies(found, name, 'parked'))
    },
  )
  gauge(
    'fettle_projection_generations',
    'Generations of rows by status, over all companies.',
    ['projection', 'status'],
    (it, found) => {
      for (const { name } of projections)
        for (const status of statuses) it.set({ projection: name, status }, companies(found, name, status))
    },
  )
  gauge('fettle_read_model_bytes', 'Size of a read model table with its indexes.', ['table'], (it, { tables }) => {
    for (const { table, bytes } of tables) it.set({ table }, bytes)
  })
  gauge(
    'fettle_read_model_rows',
    'Rows of a read model table, as PostgreSQL estimates them.',
    ['table'],
    (it, found) => {
      for (const { table, rows } of found.tables) it.set({ table }, rows)
    },
  )
  gauge('fettle_replay_companies', 'Companies with an open run of projections, by state.', ['state'], (it, found) => {
    for (const state of openRunStates) it.set({ state }, ofState(found, state)?.companies ?? 0)
  })
  gauge(
    'fettle_replay_held_companies',
    'Companies whose replay or comparison waits, by reason: too little of the disk of the database is free.',
    ['reason'],
    (it, { runs }) => {
      const held = areRebuildsHeld(disks) ? runs.filter(({ state }) => state !== 'paused') : []
      it.set(
        { reason: 'disk-full' },
        held.reduce((sum, { rebuilds }) => sum + rebuilds, 0),
      )
    },
  )
  gauge('fettle_replay_events_left', 'Events that open runs still have to fold.', [], (it, { runs }) =>
    it.set(runs.reduce((sum, one) => sum + one.left, 0)),
  )
  gauge('fettle_replay_events_per_second', 'Events that running runs fold per second.', [], (it, found) =>
    it.set(ofState(found, 'running')?.rate ?? 0),
  )
}

async function readFigures(pool: pg.Pool): Promise<Figures> {
  const [generations, tables, runs] = [generationsByStatus({}), tableSizes({}), openRunsByState({})]
  return {
    generations: await rowsOf(pool, generations),
    tables: await rowsOf(pool, tables),
    runs: await rowsOf(pool, runs),
  }
}

const generationsByStatus = statement('projection-generations', () =>
  db
    .selectFrom('checkpoint')
    .select(({ fn }) => ['projection', 'status', fn.countAll<number>().as('companies')])
    .groupBy(['projection', 'status']),
)

const tables = ['document', ...new Set(projections.flatMap((one) => ('table' in one && one.table ? [one.table] : [])))]

/** `pg_class` is a system catalogue, which the table types leave out. */
const tableSizes = statement('read-model-sizes', () =>
  db
    .withTables<{ pg_class: { relname: string; oid: number; reltuples: number; relnamespace: string } }>()
    .selectFrom('pg_class')
    .select(({ ref, fn }) => [
      'relname as table',
      fn<number>('pg_total_relation_size', ['oid']).as('bytes'),
      sql<number>`greatest(${ref('reltuples')}, 0)::float8`.as('rows'),
    ])
    .where('relnamespace', '=', sql<string>`'public'::regnamespace`)
    .where('relname', 'in', tables),
)

const openRunsByState = statement('open-runs', () =>
  db
    .selectFrom('replay_run')
    .select(({ ref, fn }) => [
      'state',
      fn.countAll<number>().as('companies'),
      fn.countAll<number>().filterWhere('kind', 'in', rebuilding).as('rebuilds'),
      sql<number>`sum(greatest(${ref('events_total')} - ${ref('events_done')}, 0))::bigint`.as('left'),
      sql<number>`sum(${ref('rate')})::float8`.as('rate'),
    ])
    .where('state', 'in', openRunStates)
    .groupBy('state'),
)
