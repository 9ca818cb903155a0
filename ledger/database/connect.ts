import pg from 'pg'
import type { RowOf } from './statement.ts'

/** The roles that a process can take; the database's owner only migrates. As fettle_ledger only the demo's story is written. */
export type DatabaseRole = 'fettle_api' | 'fettle_auth' | 'fettle_projector' | 'fettle_ledger'

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, utcInstant)

/** Where {@link utcInstant} writes. */
const instant = Buffer.alloc(26)
const letterT = 0x54
const letterZ = 0x5a

/**
 * PostgreSQL's text of a timestamptz in a session in UTC, as ISO 8601 with milliseconds:
 * '2026-11-20 09:00:00.5+00' is '2026-11-20T09:00:00.500Z'. Cutting text is many times faster than a Date, which counts when
 * a million events are read again. By way of bytes: pieces of text that are put together stay a tree of them, and with
 * the millions that rows of a replay keep, garbage was collected a seventh more often.
 */
export function utcInstant(text: string): string {
  // With three places, as nearly all have.
  if (text.length === 26) {
    instant.write(text, 'latin1')
    instant[10] = letterT
    instant[23] = letterZ
    return instant.toString('latin1', 0, 24)
  }
  const fraction = text.length > 22 ? text.slice(20, -3) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}

/**
 * A pool of connections that have taken one role. A dead or half-open connection fails its query within `queryTimeout`
 * milliseconds and is replaced; it never ends the process. Queries of one client that are sent together travel together.
 */
export function connect(
  databaseUrl: string,
  role?: DatabaseRole,
  { max = 10, queryTimeout = 10_000, readOnly = false } = {},
): pg.Pool {
  const settings = [
    'timezone=UTC',
    'lock_timeout=2s',
    'idle_in_transaction_session_timeout=5s',
    // Nobody waits any more for what runs longer than this.
    `statement_timeout=${queryTimeout + 1_000}`,
    ...(readOnly ? ['default_transaction_read_only=on'] : []),
    ...(role ? [`role=${role}`] : []),
    // The API asks few questions often, each by one company's index: to plan them anew takes longer than to answer them.
    ...(role === 'fettle_api' ? ['plan_cache_mode=force_generic_plan'] : []),
  ]
  const { address, options } = split(databaseUrl)
  const pool = new pg.Pool({
    connectionString: address,
    // The last one wins.
    options: [...options, ...settings.map((one) => `-c ${one}`)].join(' '),
    application_name: role ?? 'fettle',
    connectionTimeoutMillis: 2_500,
    query_timeout: queryTimeout,
    keepAlive: true,
    pipeline: true,
    max,
    types,
  })
  // The pool drops a client that breaks while idle, and the caller of a query hears of one that breaks while busy;
  // a client that nobody listens to would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** An address without its `options`: left in there they would take the place of ours, and no role would be taken. */
function split(databaseUrl: string): { address: string; options: string[] } {
  const url = URL.parse(databaseUrl)
  const options = url?.searchParams.getAll('options') ?? []
  if (!url || options.length === 0) return { address: databaseUrl, options }
  url.searchParams.delete('options')
  return { address: url.href, options }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The statement that opens row-level security for one company until the transaction ends. Throws for what is no id. */
export function forCompany(companyId: string): string {
  if (!uuid.test(companyId)) throw new TypeError('A company id is a UUID')
  return `set local fettle.company = '${companyId}'`
}

/**
 * Runs reads of one company in one transaction and one round trip, all at the same snapshot. Throws what PostgreSQL said
 * of the first that failed.
 */
export async function readInCompany<const Q extends readonly pg.QueryConfig[]>(
  pool: pg.Pool,
  companyId: string,
  queries: Q,
): Promise<{ [I in keyof Q]: pg.QueryResult<RowOf<Q[I]>> }> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const sent = ['begin isolation level repeatable read read only', forCompany(companyId)].map((text) =>
      client.query(text),
    )
    const results = queries.map((query) => client.query(query))
    const settled = await Promise.allSettled([...sent, ...results, client.query('commit')])
    const failed = settled.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    return (await Promise.all(results)) as { [I in keyof Q]: pg.QueryResult<RowOf<Q[I]>> }
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken && !isDatabaseError(broken) ? broken : undefined)
  }
}

/** As `query`, but what PostgreSQL itself refuses does not cost the connection: `pool.query` gives it up after any error. */
export async function queryKeepingConnection<R extends pg.QueryResultRow>(
  db: pg.Pool | pg.ClientBase,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<R>> {
  if (!(db instanceof pg.Pool)) return db.query<R>(query)
  const client = await db.connect()
  let broken = true
  try {
    const result = await client.query<R>(query)
    broken = false
    return result
  } catch (error) {
    broken = !isDatabaseError(error)
    throw error
  } finally {
    client.release(broken)
  }
}

/** Runs work in a transaction of one company and commits it. Throws what failed, after rolling back. */
export const inCompany = <T>(
  pool: pg.Pool,
  companyId: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  inTransaction(pool, async (client) => {
    await client.query(forCompany(companyId))
    return work(client)
  })

/** Runs reads of one company in one transaction, all at the same snapshot. Throws what failed, after rolling back. */
export const inSnapshotOf = <T>(
  pool: pg.Pool,
  companyId: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only')
    await client.query(forCompany(companyId))
    return work(client)
  })

/** Runs work in a transaction and commits it. Throws what failed, after rolling back. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    const { command } = await client.query('commit')
    // An error that the work caught leaves the transaction failed, and PostgreSQL answers COMMIT with ROLLBACK.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back')
    return result
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(broken && !isDatabaseError(broken) ? broken : undefined)
  }
}

/** Whether PostgreSQL itself refused (the connection is sound), as against a connection that broke. */
export const isDatabaseError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !isShutdown(error)

const isShutdown = (error: pg.DatabaseError) => error.severity === 'FATAL' || (error.code?.startsWith('57P') ?? false)

/**
 * Refuses a database that may lose acknowledged commits: fsync, full_page_writes and synchronous_commit must be on.
 * Throws with the name of the setting.
 */
export async function refuseUnsafe(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')",
  )
  const unsafe = rows.find((one) => one.setting === 'off')
  if (unsafe) throw new UnsafeDatabase(unsafe.name)
}

/** The database is set up so that it may lose what it has acknowledged. */
export class UnsafeDatabase extends Error {
  constructor(setting: string) {
    super(`Fettle refuses to run on a database with ${setting} off: acknowledged changes could be lost`)
    this.name = 'UnsafeDatabase'
  }
}
