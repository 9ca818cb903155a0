import { sql } from 'kysely'
import type pg from 'pg'
import { rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const findTable = statement('find-migration-table', () =>
  db.selectNoFrom(sql<string | null>`to_regclass('kysely_migration')::text`.as('name')),
)
const readNames = statement('applied-migrations', () =>
  db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy(sql`name collate "C"`),
)

/** The names of the migrations that this database has had, in their order; none for an empty database. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const [table] = await rowsOf(client, findTable({}))
  if (!table?.name) return []
  return (await rowsOf(client, readNames({}))).map((one) => one.name)
}
