import pg from 'pg'

/** The functions that write the ledger or look at all of it: they run with the rights of `fettle_ledger`, which nobody logs in as. */
export const ledgerFunctions = [
  'append',
  'append_commands',
  'count_companies',
  'erase_events',
  'has_second_factor',
  'hold_head',
  'hold_session',
  'hold_sessions',
  'is_company_proven',
  'is_image_referenced',
  'is_proven',
  'refuse_command',
] as const

/**
 * Makes `fettle_ledger` the owner of its functions again. After a restore without owners, which many database providers require, they
 * belong to the role that restored the dump, and every change would be refused. Throws PostgreSQL's error.
 */
export async function returnLedgerFunctions(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // A statement fails if its connection breaks; one that breaks while closing has no listener and would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(astray, [ledgerFunctions])
    if (rows.length === 0) return
    // The new owner of a function must briefly be allowed to create one.
    const changes = rows.map(({ name }) => `alter function ${name} owner to fettle_ledger;`)
    await client.query(`begin; grant create on schema public to fettle_ledger; ${changes.join(' ')}
      revoke create on schema public from fettle_ledger; commit`)
  } finally {
    await client.end()
  }
}

const astray = `
  select oid::regprocedure::text as name from pg_proc
  where pronamespace = 'public'::regnamespace and proname = any ($1) and proowner <> 'fettle_ledger'::regrole
  order by 1`
