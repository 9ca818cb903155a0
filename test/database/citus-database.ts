import pg from 'pg'
import { inject } from 'vitest'
import { openServiceLogins, serviceAddress } from '#cli/database/service-logins.ts'
import { migrate } from '#migrations/migrate.ts'
import type { TestDatabase } from './database.ts'

/** The database with Citus, emptied and migrated, on the coordinator alone until it is distributed. */
export async function emptyCitusDatabase(): Promise<TestDatabase> {
  const url = inject('citusUrl')
  await onCitus(async (client) => {
    // Citus itself belongs to the schema, so the schema stays.
    const { rows } = await client.query<{ text: string }>(ownObjects)
    for (const { text } of rows) await client.query(text)
    for (const name of [
      'citus.propagate_set_commands',
      'citus.enable_unsafe_triggers',
      'citus.allow_unsafe_constraints',
    ])
      await client.query(`alter database ${client.escapeIdentifier(client.database ?? '')} reset ${name}`)
  })
  await migrate(url)
  await openServiceLogins(url, serviceAddress(url), { isOurs: true })
  return { url, drop: async () => undefined }
}

/** Works on the coordinator as the database's owner. */
export async function onCitus<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: inject('citusUrl') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What drops each table and function that does not belong to an extension. */
const ownObjects = `
  select format('drop table %s cascade', oid::regclass) "text", 1 as nth from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  union all
  select format('drop function %s cascade', oid::regprocedure), 2 from pg_proc f
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = f.oid and d.deptype = 'e')
  order by nth`
