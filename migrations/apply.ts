import { setTimeout as sleep } from 'node:timers/promises'
import { type Dialect, Kysely, PostgresDialect, sql, type TableMetadata } from 'kysely'
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { isDatabaseError } from '#ledger/database/connect.ts'

/**
 * Each runs in a transaction of its own, unless it exports `inTransaction = false`, as `create index concurrently` needs. Such a one runs
 * again after a crash, so it must not mind what it has already done.
 */
export type OneMigration = Migration & { inTransaction?: false }
export type Migrations = Readonly<Record<string, OneMigration>>

export type ApplyOptions = {
  /** The last one to apply. */
  upTo?: string | undefined
  /** Called with a sentence that tells the operator what it is waiting for. */
  report?: ((line: string) => void) | undefined
  /** Milliseconds that a migration waits for a lock, since everyone who wants the table meanwhile waits behind it. */
  longestWait?: number
  /** How long to keep retrying a migration that cannot get its locks, in milliseconds. */
  patience?: number
  /** Ends the waiting, not a migration that runs. */
  signal?: AbortSignal | undefined
}

/** A program gives up a lock of its own after two seconds, and a migration may have to wait for more than one. */
const defaultLongestWait = 500
const defaultPatience = 10 * 60_000
const longestPause = 10_000

/**
 * Applies the pending migrations one after another, and returns their names. If one fails, the earlier ones stay applied and the next
 * call resumes with it. Throws PostgreSQL's error, or {@link TablesInUse} after waiting too long for a lock.
 */
export async function applyMigrations(
  session: Kysely<unknown>,
  migrations: Migrations,
  options: ApplyOptions = {},
): Promise<string[]> {
  const end = options.upTo ?? Object.keys(migrations).sort().at(-1) ?? ''
  const provided = boundedWaits(migrations, options.longestWait ?? defaultLongestWait)
  const migrator = new Migrator({ db: session, provider: { getMigrations: async () => provided } })
  const pending = (await migrator.getMigrations()).filter((one) => !one.executedAt && one.name <= end)
  for (const { name } of pending) {
    const disableTransactions = migrations[name]?.inTransaction === false
    await withPatience(name, options, () => migrator.migrateTo(name, { disableTransactions }))
  }
  // Nothing is left for it to do, but it refuses a database of a newer release.
  const { error } = await migrator.migrateTo(end)
  if (error) throw error
  return pending.map((one) => one.name)
}

/** Tries a migration again, after longer and longer pauses, while it does not get its locks. */
async function withPatience(
  name: string,
  { report = () => undefined, patience = defaultPatience, signal }: ApplyOptions,
  attempt: () => Promise<{ error?: unknown }>,
): Promise<void> {
  const startedAt = performance.now()
  for (let pause = 500; ; pause = Math.min(2 * pause, longestPause)) {
    const { error } = await attempt()
    if (!error) return
    if (!isOfLocks(error)) {
      report(`Migration ${name} failed. Earlier migrations have been applied.`)
      throw error
    }
    if (performance.now() - startedAt + pause > patience) throw new TablesInUse(name, error)
    report(`Migration ${name} is waiting for tables in use. Retrying in ${pause / 1_000} s.`)
    await sleep(pause, undefined, { signal })
  }
}

/** Lock not available, or deadlock detected. */
const isOfLocks = (error: unknown) => isDatabaseError(error) && ['55P03', '40P01'].includes(error.code ?? '')

/** A migration did not get its locks for a long time. */
export class TablesInUse extends Error {
  constructor(name: string, cause: unknown) {
    super(
      `Migration ${name} could not lock its tables because they stayed in use. Earlier migrations have been applied. Run \`fettle migrate\` again once no backup or other long read is running.`,
      { cause },
    )
    this.name = 'TablesInUse'
  }
}

/** On Citus the setting reaches the workers too, as ledger/database/connect.ts says. */
const boundedWaits = (migrations: Migrations, longestWait: number): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, { up, inTransaction = true }]) => {
      const bounded: Migration['up'] = async (db) => {
        if (inTransaction) await sql`set local lock_timeout = ${sql.lit(longestWait)}`.execute(db)
        await up(db)
      }
      return [name, { up: bounded }]
    }),
  )

/**
 * Runs work on a session as the database's owner while no other process migrates the database; if one does, waits for it. What the
 * session holds ends with it.
 */
export async function whileMigrating<Result>(
  databaseUrl: string,
  { report = () => undefined, signal }: Pick<ApplyOptions, 'report' | 'signal'>,
  work: (session: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({ connectionString: databaseUrl, application_name: 'fettle migrate', max: 1 })
  // A statement fails if its connection breaks; one that breaks while closing has no listener and would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<unknown>({ dialect: rememberingTables(new PostgresDialect({ pool })) })
  try {
    return await db.connection().execute(async (session) => {
      await endWithMachine.execute(session)
      for (let hasTold = false; !(await takesTurn(session)); hasTold = true) {
        if (!hasTold) report('Another process is migrating this database. Waiting for it.')
        await sleep(pollEvery, undefined, { signal })
      }
      return work(session)
    })
  } finally {
    await db.destroy()
  }
}

const pollEvery = 200

/** If this machine vanishes, PostgreSQL ends its session within a minute, and others need not wait for hours until it does. */
const endWithMachine = sql`select set_config('tcp_keepalives_idle', '30', false),
  set_config('tcp_keepalives_interval', '10', false), set_config('tcp_keepalives_count', '3', false)`

/** Kysely reads every column of every table twice for each migration, to see whether its own tables exist. */
function rememberingTables(dialect: PostgresDialect): Dialect {
  let found: TableMetadata[] = []
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => dialect.createDriver(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector(db) {
      const introspector = dialect.createIntrospector(db)
      return {
        getSchemas: () => introspector.getSchemas(),
        async getTables(options) {
          if (found.length < 2) found = (await introspector.getTables(options)).filter(isOfKysely)
          return found
        },
      }
    },
  }
}

const isOfKysely = ({ name }: TableMetadata) => [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE].includes(name)

/** Polled, not blocked on: `create index concurrently` waits for every running statement, even one that waits for this lock. */
async function takesTurn(session: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_lock(hashtextextended('fettle migrate', 0)) taken`.execute(session)
  return rows[0]?.taken === true
}
