import pg from 'pg'
import { columnTypes } from './column-types.ts'
import { type RowOf, statement } from './statement.ts'
import { db } from './statement-compiler.ts'
import { isDistributed, learnToProve, loginOf, noteDistributed, proofOf } from './wall.ts'

/** The roles that a process can take. The database's owner only migrates; only the demo writes as fettle_ledger. */
export type DatabaseRole = 'fettle_api' | 'fettle_auth' | 'fettle_projector' | 'fettle_ledger'

/**
 * A pool of connections in one role. A dead or half-open connection fails its query within `queryTimeout` milliseconds and is
 * replaced; it never ends the process. Opening one may take `connectionTimeout` milliseconds. Queries that a client
 * sends together are pipelined. In a role, each new connection is refused with {@link UnsafeDatabase} if the database may lose what
 * it confirms. With an address of the services' logins, the session belongs to the role itself; with the owner's, it takes the role.
 */
export function connect(
  databaseUrl: string,
  role?: DatabaseRole,
  { max = 10, queryTimeout = 10_000, connectionTimeout = Math.min(queryTimeout, 10_000), readOnly = false } = {},
): pg.Pool {
  const settings = [
    'timezone=UTC',
    'lock_timeout=2s',
    'idle_in_transaction_session_timeout=5s',
    // By then the caller has given up.
    `statement_timeout=${queryTimeout + 1_000}`,
    ...(readOnly ? ['default_transaction_read_only=on'] : []),
    ...(role ? [`role=${role}`] : []),
    // The API runs few queries often, each by one company's index: planning takes longer than running them.
    ...(role === 'fettle_api' ? ['plan_cache_mode=force_generic_plan'] : []),
  ]
  const { address, options } = split(databaseUrl)
  const pool = new pg.Pool({
    connectionString: loginOf(address, role),
    // The last setting of a name wins.
    options: [...options, ...settings.map((one) => `-c ${one}`)].join(' '),
    application_name: role ?? 'fettle',
    connectionTimeoutMillis: connectionTimeout,
    query_timeout: queryTimeout,
    keepAlive: true,
    pipeline: true,
    max,
    types: columnTypes,
    ...(role ? { onConnect: (client) => prepare(client, address, role, connectionTimeout) } : {}),
  })
  // The pool drops a client that breaks while idle, and a query on one that breaks while busy rejects;
  // without a listener the 'error' event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** An address without its `options`, which would replace ours, so that no role would be taken. */
function split(databaseUrl: string): { address: string; options: string[] } {
  const url = URL.parse(databaseUrl)
  const options = url?.searchParams.getAll('options') ?? []
  if (!url || options.length === 0) return { address: databaseUrl, options }
  url.searchParams.delete('options')
  return { address: url.href, options }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * What opens row-level security to one company on this connection until the transaction ends, as one message. Throws a TypeError
 * if it is no id.
 */
export function forCompany(client: pg.ClientBase, companyId: string): string {
  if (!uuid.test(companyId)) throw new TypeError('A company id is a UUID')
  const company = `set local fettle.company = '${companyId}'`
  const proof = proofOf(client, companyId)
  return proof === undefined ? company : `${company}; set local fettle.proof = '${proof}'`
}

/**
 * Runs reads of one company in one transaction and one round trip, all at the same snapshot. Throws the error of the first that
 * failed.
 */
export async function readInCompany<const Q extends readonly pg.QueryConfig[]>(
  pool: pg.Pool,
  companyId: string,
  queries: Q,
): Promise<Results<Q>> {
  const client = await pool.connect()
  const { stream } = client.connection
  let broken: Error | undefined
  try {
    const opening = ['begin isolation level repeatable read read only', forCompany(client, companyId)]
    // All of it leaves in one packet, so that PostgreSQL wakes once for it.
    stream.cork()
    const sent = opening.map((text) => client.query(text))
    const results = queries.map((query) => client.query(query))
    const committed = client.query('commit')
    stream.uncork()
    const settled = await Promise.allSettled([...sent, ...results, committed])
    const failed = settled.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    return (await Promise.all(results)) as Results<Q>
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken && !isDatabaseError(broken) ? broken : undefined)
  }
}

type Results<Q extends readonly pg.QueryConfig[]> = { [I in keyof Q]: pg.QueryResult<RowOf<Q[I]>> }

/** Runs work in a transaction of one company and commits it. Rolls back and rethrows if it fails. */
export const inCompany = <T>(
  pool: pg.Pool,
  companyId: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => onConnection(pool, (client) => withinCompany(client, companyId, () => work(client)))

/** As {@link inCompany}, on a connection that the caller has. */
export const withinCompany = <T>(client: pg.ClientBase, companyId: string, work: () => Promise<T>): Promise<T> =>
  transact(client, async () => {
    await client.query(forCompany(client, companyId))
    return work()
  })

/**
 * Runs reads of one company in one transaction, all at the same snapshot; the first that `work` sends share a round trip with what
 * begins it. Rethrows what failed.
 */
export const inSnapshotOf = <T>(
  pool: pg.Pool,
  companyId: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  onConnection(pool, (client) =>
    orRollBack(client, async () => {
      const begun = [beginReading, forCompany(client, companyId)].map((text) => client.query(text))
      const result = await lastOf(begun, work(client))
      await client.query('commit')
      return result
    }),
  )

const beginReading = 'begin isolation level repeatable read read only'

/** What a transaction sends last, together with its commit, and what it then returns. */
export type Ending<T> = { last: readonly pg.QueryConfig[]; result: T }

/**
 * Writes what can be made again from the log, in a transaction of one company and few round trips: what `ask` sends travels with
 * what begins it, and may lock but not write; the last statements of `work` travel with the commit. The commit does not wait for the
 * disk: a crash of PostgreSQL in the second after it may undo all of it. Rolls back and rethrows if something fails.
 */
export const inCompanyUnflushed = <A, T>(
  pool: pg.Pool,
  companyId: string,
  ask: (client: pg.PoolClient) => Promise<A>,
  work: (client: pg.PoolClient, asked: A) => Promise<Ending<T>>,
): Promise<T> =>
  onConnection(pool, (client) =>
    orRollBack(client, async () => {
      // Of several machines, the crash of one that is not the coordinator would go unnoticed.
      const unflushed = isDistributed(client) ? [] : ['set local synchronous_commit = off']
      const opening = ['begin', forCompany(client, companyId), ...unflushed]
      const begun = opening.map((text) => client.query(text))
      const { last, result } = await work(client, await lastOf(begun, ask(client)))
      const sent = last.map((query) => client.query(query))
      refuseRollback(await lastOf(sent, client.query('commit')))
      return result
    }),
  )

/** The result of what was sent last. Throws the first failure, once all have ended: nothing of it is still under way then. */
async function lastOf<T>(before: readonly Promise<unknown>[], last: Promise<T>): Promise<T> {
  const settled = await Promise.allSettled([...before, last])
  const failed = settled.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return last
}

async function orRollBack<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** An error that the work caught leaves the transaction failed, and PostgreSQL answers COMMIT with ROLLBACK. */
function refuseRollback({ command }: pg.QueryResult) {
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back')
}

/** Runs work in a transaction and commits it. Rolls back and rethrows if it fails. */
export const inTransaction = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  onConnection(pool, (client) => transact(client, () => work(client)))

/** Runs work on a connection of the pool, which keeps it unless it broke: `pool.query` drops it after any error. */
export async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken && !isDatabaseError(broken) ? broken : undefined)
  }
}

/** As {@link inTransaction}, on a connection that the caller has; `mode` is for BEGIN. */
export const transact = <T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  mode: '' | 'isolation level repeatable read' | 'isolation level repeatable read read only' = '',
): Promise<T> =>
  orRollBack(client, async () => {
    await client.query(`begin ${mode}`)
    const result = await work()
    refuseRollback(await client.query('commit'))
    return result
  })

/** Runs reads of one company at one snapshot, on a connection that the caller has. */
export const inSnapshot = <T>(client: pg.ClientBase, companyId: string, work: () => Promise<T>): Promise<T> =>
  transact(
    client,
    async () => {
      await client.query(forCompany(client, companyId))
      return work()
    },
    'isolation level repeatable read read only',
  )

/** Whether PostgreSQL itself refused the query (the connection is sound), rather than the connection having broken. */
export const isDatabaseError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !isShutdown(error)

const isShutdown = (error: pg.DatabaseError) => error.severity === 'FATAL' || (error.code?.startsWith('57P') ?? false)

/**
 * Refuses a database that may lose acknowledged commits: fsync, full_page_writes and synchronous_commit must be on.
 * Throws {@link UnsafeDatabase} with the name of the setting. `pool` has a role, so its connections are checked.
 */
export async function refuseUnsafe(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  client.release()
}

/**
 * Checks a new connection, has its commits wait for the disk whatever the server is told later, and lets it prove its companies.
 * Throws {@link UnsafeDatabase} with the name of the setting.
 */
async function prepare(
  client: pg.ClientBase,
  databaseUrl: string,
  role: DatabaseRole,
  patience: number,
): Promise<void> {
  const [{ rows }] = await Promise.all([client.query(ownSettings({})), client.query('set synchronous_commit = on')])
  const unsafe = rows.find((one) => one.setting === 'off')
  if (unsafe) throw new UnsafeDatabase(unsafe.name)
  if (rows.some((one) => one.name === 'citus.propagate_set_commands' && one.setting === 'local'))
    await noteDistributed(client)
  await learnToProve(client, databaseUrl, role, patience)
}

const ownSettings = statement('own-settings', () =>
  db
    .withTables<{ pg_settings: { name: string; setting: string } }>()
    .selectFrom('pg_settings')
    .select(['name', 'setting'])
    .where('name', 'in', ['fsync', 'full_page_writes', 'synchronous_commit', 'citus.propagate_set_commands']),
)

/** The database is configured so that it may lose acknowledged commits. */
export class UnsafeDatabase extends Error {
  constructor(setting: string) {
    super(`Fettle refuses to run on a database with ${setting} off: acknowledged changes could be lost`)
    this.name = 'UnsafeDatabase'
  }
}
