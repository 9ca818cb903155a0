import pg from 'pg'

/** What was done, and what this login or server did not allow, as sentences. */
export type Rewritten = { tables: number; segments: number; cannot: string[] }

/** More rounds than a log of the largest usual size has segments. */
const mostRounds = 500

/**
 * Has PostgreSQL write everything again that may still hold erased texts as dead rows, samples or log: every table, the planner's
 * statistics and the write-ahead log. Each table is locked while it is rewritten. `url` is that of the tables' owner. Throws while an
 * erasure is not complete, and PostgreSQL's errors.
 */
export async function rewriteFiles(url: string): Promise<Rewritten> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // The checkpoints at the end write all of it to the disk; waiting after each table would only take longer.
    await client.query('set synchronous_commit = off')
    const { rows: open } = await client.query(
      'select from erasure union all select from company_closing where erasing_since is not null and erased_at is null',
    )
    if (open.length > 0)
      throw new Error(`Erasures that are not complete: ${open.length}. Let Fettle run until they are, then try again.`)
    const cannot: string[] = []
    const tables = await rewriteTables(client, cannot)
    return { tables, segments: await turnOverLog(client, cannot), cannot }
  } finally {
    await client.end()
  }
}

async function rewriteTables(client: pg.Client, cannot: string[]): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text "name" from pg_class
      where relkind = 'r' and (relnamespace = 'public'::regnamespace
        or oid in ('pg_catalog.pg_statistic'::regclass, 'pg_catalog.pg_statistic_ext_data'::regclass))
      order by relnamespace = 'pg_catalog'::regnamespace, 1`,
  )
  // The statistics last: analysing the tables leaves dead rows of samples in them.
  let done = 0
  for (const { name } of rows)
    if (await allowed(client, `vacuum (full, analyze) ${name}`, `rewrite ${name}`, cannot)) done += 1
  return done
}

/** Fills every segment that was there at the start with new log, and has the old ones deleted instead of kept for reuse. */
async function turnOverLog(client: pg.Client, cannot: string[]): Promise<number> {
  const wanted = 'turn the write-ahead log over: this needs a superuser'
  if (!(await allowed(client, 'alter system set wal_recycle = off', wanted, cannot))) return 0
  try {
    await client.query('select pg_reload_conf()')
    const { rows: before } = await client.query('select name from pg_ls_waldir()')
    const { rows: start } = await client.query<{ at: Date }>('select clock_timestamp() "at"')
    const old = 'select name from pg_ls_waldir() where modification < $1'
    for (let round = 0; round < mostRounds; round += 1) {
      // An empty segment is not switched.
      await client.query(`select pg_logical_emit_message(true, 'fettle', '')`)
      await client.query('select pg_switch_wal()')
      await client.query('checkpoint')
      const { rows } = await client.query(old, [start[0]?.at])
      if (rows.length === 0) break
    }
    const { rows: kept } = await client.query(old, [start[0]?.at])
    if (kept.length > 0)
      cannot.push(
        `delete ${kept.length} segments of the log that a replica, a slot, the archive or wal_keep_size keeps`,
      )
    return before.length - kept.length
  } finally {
    await client.query('alter system reset wal_recycle')
    await client.query('select pg_reload_conf()')
  }
}

/** Runs a statement; false, with what could not be done, if this login may not. */
async function allowed(client: pg.Client, statement: string, what: string, cannot: string[]): Promise<boolean> {
  const refused: string[] = []
  const notice = ({ message = '' }: { message?: string | undefined }) => refused.push(message)
  client.on('notice', notice)
  try {
    await client.query(statement)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === insufficientPrivilege)) throw error
    refused.push(error.message)
  } finally {
    client.off('notice', notice)
  }
  // Of a table that is not its own, VACUUM only warns.
  const isRefused = refused.some((message) => /permission denied/.test(message))
  if (isRefused) cannot.push(what)
  return !isRefused
}

const insufficientPrivilege = '42501'
