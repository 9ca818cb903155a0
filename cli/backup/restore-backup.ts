import type pg from 'pg'
import { migrate, migrations } from '#migrations/migrate.ts'
import { keptTables } from './backed-up-tables.ts'
import { asOwner } from './owner-session.ts'
import { type BackupEnd, type BackupHeader, copyRows, readHeader } from './read-backup.ts'

export type Restored = BackupEnd & Pick<BackupHeader, 'createdAt'>

/**
 * Brings a backup into an empty database: the tables of the release that wrote it, all rows in one transaction, then the
 * migrations since. Throws, and leaves no row behind, for a file that is not whole and for a database that is not empty.
 */
export async function restoreBackup(databaseUrl: string, file: string): Promise<Restored> {
  const { createdAt, migrations: then } = await readHeader(file)
  const newest = then.at(-1)
  if (newest === undefined || then.some((name) => !(name in migrations)))
    throw new Error(`${file} is of a newer release of Fettle.`)
  const rows = await asOwner(databaseUrl, async (client) => {
    if ((await migrationsIn(client)).some((name) => name > newest)) throw new NotEmpty()
    await migrate(databaseUrl, newest)
    return inTransaction(client, () => copyAll(client, file))
  })
  await migrate(databaseUrl)
  return { createdAt, rows }
}

/** Restored over other companies, or over tables that the backup does not know, would be neither the one nor the other. */
export class NotEmpty extends Error {
  constructor() {
    super('A backup is restored into an empty database, and this one is not.')
    this.name = 'NotEmpty'
  }
}

async function migrationsIn(client: pg.Client): Promise<string[]> {
  const { rows: kept } = await client.query<{ kept: string | null }>(
    "select to_regclass('kysely_migration')::text kept",
  )
  if (!kept[0]?.kept) return []
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration')
  return rows.map((one) => one.name)
}

async function copyAll(client: pg.Client, file: string): Promise<BackupEnd['rows']> {
  const tables = (await keptTables(client)).map((one) => client.escapeIdentifier(one.name))
  // The owner's rows are held back as well, and COPY does not go through a policy. Nobody else looks before the commit.
  for (const table of tables) await client.query(`alter table ${table} no force row level security`)
  for (const table of tables) {
    if ((await client.query(`select from ${table} limit 1`)).rowCount !== 0) throw new NotEmpty()
  }
  const rows = await copyRows(client, file)
  // Browsers that were ahead of the backup must not take its seqs for those that they know.
  await client.query('update company_head set epoch = epoch + 1')
  for (const table of tables) await client.query(`alter table ${table} force row level security`)
  await client.query(`analyze ${tables.join(', ')}`)
  return rows
}

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work()
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
