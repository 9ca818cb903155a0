import { connect } from './connect.ts'

/** The newest migration that this release needs; a test holds it against the list of migrations. */
export const newestMigration = '0026-no-milestones'

/**
 * Whether the database has this release's tables, or those of a later one. Asks as the database's owner, on a connection of
 * its own: the roles come with the migrations. Throws what PostgreSQL said when it is not there.
 */
export async function isMigrated(databaseUrl: string): Promise<boolean> {
  const pool = connect(databaseUrl, undefined, { max: 1 })
  try {
    const { rows } = await pool.query<{ kept: string | null }>(
      "select to_regclass('public.kysely_migration')::text kept",
    )
    if (!rows[0]?.kept) return false
    const { rowCount } = await pool.query('select from kysely_migration where name = $1', [newestMigration])
    return rowCount === 1
  } finally {
    await pool.end()
  }
}
