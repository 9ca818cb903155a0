import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type pg from 'pg'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { jobRows } from '#core/projections/job-rows.ts'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import { connect } from '#ledger/database/connect.ts'
import { storeOf } from '#projector/rows/stores.ts'
import { dana } from '#test/core/given-when-then.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { type Step, steps } from '#test/core/random-commands.ts'
import { createDatabase } from '#test/database/database.ts'
import { lengthOf } from '#test/reliability/extent.ts'
import { liveGeneration } from './live-rows.ts'

/** How many random histories are tried: a few in the suite, or as many as the environment sets for a thorough run. */
export const randomHistories = lengthOf('FETTLE_HISTORIES', 8)

/** A ledger for tests in its own database, filled directly by the database's owner. */
export async function openTestLedger(created = createDatabase()) {
  const database = await created
  const owner = connect(database.url, undefined, { max: 2, queryTimeout: 60_000 })
  // A test that holds a lock keeps it however long the machine pauses.
  owner.on('connect', (client) => client.query('set idle_in_transaction_session_timeout = 0').catch(() => undefined))
  const pool = connect(database.url, 'fettle_projector', { max: 6, queryTimeout: 60_000 })
  return {
    url: database.url,
    owner,
    pool,
    store: (events: readonly StoredEvent[]) => storeEvents(owner, events),
    async close() {
      await Promise.all([owner.end(), pool.end()])
      await database.drop()
    },
  }
}

/** The log of a new company after these commands. */
export function historyOf(sample: readonly Step[]): StoredEvent[] {
  const companyId = randomUUID()
  const ledger = memoryLedger()
  for (const { command, who } of sample) ledger.handle(command, who)
  // Random objects have no prototype, unlike stored ones.
  return structuredClone(ledger.log).map((event) => ({
    ...event,
    companyId,
    streamId: event.stream === 'company' ? companyId : event.streamId,
  }))
}

/**
 * This many events of a new company, always the same for a seed: the same job histories repeated. The company is the longest of
 * fifty that `has` what a test needs, of later seeds if none has. Throws if theirs have not either.
 */
export function sampleHistory(
  seed: number,
  length: number,
  has: (events: readonly StoredEvent[]) => boolean = () => true,
): StoredEvent[] {
  const longest = (of: number) =>
    fc
      .sample(steps, { seed: of, numRuns: 50 })
      .map(historyOf)
      .filter(has)
      .toSorted((a, b) => b.length - a.length)[0]
  // Each new command shifts what a seed gives, so that one alone may not have what is rare.
  let events = longest(seed)
  for (let next = 1; !events && next <= 20; next += 1) events = longest(seed + 1_000 * next)
  if (!events) throw new Error(`No history of seed ${seed}, nor of twenty others, has what the test needs`)
  const jobs = events.filter((event) => event.stream === 'job')
  const all = [...events]
  while (all.length < length) {
    const ids = new Map(jobs.map((event) => [event.streamId, randomUUID()]))
    all.push(...jobs.map((event) => ({ ...event, streamId: ids.get(event.streamId) ?? '', commandId: randomUUID() })))
  }
  let number = 0
  return all.slice(0, length).map((event, index) => ({
    ...event,
    // A job of the server's own has office facts from its second event on, which the end may have cut off.
    ...(index === length - 1 && event.type === 'JobCreated' ? { actorId: dana.userId } : {}),
    seq: index + 1,
    ...(event.number === undefined ? {} : { number: ++number }),
  }))
}

/** Whether a history ends with such a job in the list. */
export const hasJob =
  (is: (row: object) => boolean) =>
  (events: readonly StoredEvent[]): boolean =>
    [...foldedRows(jobRows, events).values()].some(is)

/** Stores events whose seqs continue their company's, and moves its head. Their hashes form no chain. */
export async function storeEvents(owner: pg.Pool, events: readonly StoredEvent[]) {
  const records = events.map(
    ({ companyId, streamId, actorId, actorRole, happenedAt, recordedAt, commandId, ...event }) => ({
      ...event,
      company_id: companyId,
      stream_id: streamId,
      // The server's own events have no actor.
      actor_id: actorId || null,
      actor_role: actorRole,
      happened_at: happenedAt,
      recorded_at: recordedAt,
      command_id: commandId,
      ordinal: event.seq % 30_000,
      ...Object.fromEntries(['request', 'salt', 'digest', 'hash'].map((name) => [name, '\\x00'])),
    }),
  )
  await owner.query(
    `with stored as (
      insert into event select * from jsonb_populate_recordset(null::event, $1) returning company_id, seq)
    insert into company_head (company_id, seq) select company_id, max(seq) from stored group by company_id
    on conflict (company_id) do update set seq = excluded.seq`,
    [JSON.stringify(records)],
  )
}

/** The rows from folding the events one at a time in memory, by key. */
export function foldedRows(projection: Projection, events: readonly StoredEvent[]): Map<string, object> {
  const rows = new Map<string, object>()
  for (const event of events) {
    const key = projection.key(event)
    if (key === undefined) continue
    const row = projection.fold(rows.get(key), event)
    if (row) rows.set(key, asStored(projection, JSON.parse(JSON.stringify(row))))
    else rows.delete(key)
  }
  return rows
}

/** A row of the list is stored with the office's columns, also between a job of the server's and what it was made from. */
export const asStored = ({ table }: Projection, row: object) =>
  table === 'job_row' && !('office' in row) ? { ...row, office: { workOrder: '', agency: '' } } : row

/** The live rows as a reader would get them, by key. */
export async function liveRows(
  pool: pg.Pool | pg.ClientBase,
  companyId: string,
  projection: Projection,
): Promise<Map<string, object>> {
  const { table, keyColumn, columns, fromRecord } = storeOf(projection)
  const { rows } = await pool.query<{ row_key: string }>(
    `select ${keyColumn}::text row_key, ${Object.keys(columns).join(', ')} from ${table}
      where company_id = $1 and generation = ${liveGeneration('$1', '$2')} ${table === 'document' ? 'and projection = $2' : ''}`,
    [companyId, projection.name],
  )
  return new Map(rows.map(({ row_key, ...record }) => [row_key, fromRecord(record)]))
}

/** All projections' rows, folded one event at a time. */
export const foldedOneByOne = (events: readonly StoredEvent[]) =>
  Object.fromEntries(projections.map((one: Projection) => [one.name, foldedRows(one, events)]))

/** All projections' live rows. */
export async function allLiveRows(pool: pg.Pool, companyId: string) {
  const found = projections.map(async (one: Projection) => [one.name, await liveRows(pool, companyId, one)] as const)
  return Object.fromEntries(await Promise.all(found))
}
