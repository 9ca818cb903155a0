import { sql } from 'kysely'
import { connect } from './connect.ts'
import { type Parameters, rowsOf, statement } from './statement.ts'
import { db } from './statement-compiler.ts'

/** The newest migration that this release needs; a test compares it with the list of migrations. */
export const newestMigration = '0187-site-locations'

/**
 * Whether the database has the tables of this release or a later one. Connects as the database's owner, since the migrations
 * create the roles. Throws if the database cannot be reached.
 */
export async function isMigrated(databaseUrl: string): Promise<boolean> {
  const pool = connect(databaseUrl, undefined, { max: 1 })
  try {
    const [table] = await rowsOf(pool, migrationTable({}))
    if (!table?.name) return false
    return (await rowsOf(pool, appliedMigration({ name: newestMigration }))).length === 1
  } finally {
    await pool.end()
  }
}

const migrationTable = statement('migration-table', () =>
  db.selectNoFrom(sql<string | null>`to_regclass('public.kysely_migration')::text`.as('name')),
)

const appliedMigration = statement('applied-migration', (p: Parameters<{ name: string }>) =>
  db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .where('name', '=', p.name),
)
