import pg from 'pg'
import { turnOverLog } from './turn-over-log.ts'

/** What was done, and what this login or server did not allow, as sentences. */
export type Rewritten = { tables: number; segments: number; cannot: string[] }

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
    return { tables, segments: await turnOver(client, cannot), cannot }
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
  await allowed(client, 'select forget_in_statistics()', 'clear the samples of empty tables', cannot)
  // The statistics last: analysing the tables leaves dead rows of samples in them.
  let done = 0
  for (const { name } of rows)
    if (await allowed(client, `vacuum (full, analyze) ${name}`, `rewrite ${name}`, cannot)) done += 1
  return done
}

/** How many segments of the log hold nothing old any more. */
async function turnOver(client: pg.Client, cannot: string[]): Promise<number> {
  const { rows } = await client.query<{ can: boolean }>(`select current_setting('is_superuser')::boolean "can"`)
  if (!rows[0]?.can) {
    cannot.push('turn the write-ahead log over: this needs a superuser')
    return 0
  }
  const { turned, kept } = await turnOverLog(client)
  if (kept > 0)
    cannot.push(`delete ${kept} segments of the log that a replica, a slot, the archive or wal_keep_size keeps`)
  return turned
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
