import { sql } from 'kysely'
import type pg from 'pg'
import { statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { migrate, migrations } from '#migrations/migrate.ts'
import { appliedMigrations } from './applied-migrations.ts'
import { backedUpTables } from './backed-up-tables.ts'
import { asOwner } from './owner-session.ts'
import { type BackupEnd, type BackupHeader, copyRows, readHeader } from './read-backup.ts'

export type Restored = BackupEnd & Pick<BackupHeader, 'createdAt'>

/** To a number that no other restore gives, not even of the same backup: browsers know a copy of the ledger by it. */
const raiseEpochs = statement('raise-epochs', () =>
  db.updateTable('company_head').set(({ fn, eb, lit }) => ({
    epoch: fn<number>('greatest', [
      eb('epoch', '+', lit(1)),
      sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    ]),
  })),
)

/**
 * Restores a backup into an empty database: creates the tables of the release that wrote it, copies all rows in one
 * transaction, then runs later migrations. Throws, leaving no rows, if the file is incomplete or the database not empty.
 */
export async function restoreBackup(databaseUrl: string, file: string): Promise<Restored> {
  const { createdAt, migrations: applied } = await readHeader(file)
  const newest = applied.at(-1)
  if (newest === undefined || applied.some((name) => !(name in migrations)))
    throw new Error(`${file} was written by a newer release of Fettle.`)
  const rows = await asOwner(databaseUrl, async (client) => {
    if ((await appliedMigrations(client)).some((name) => name > newest)) throw new NotEmpty()
    await migrate(databaseUrl, { upTo: newest })
    return inTransaction(client, () => copyAll(client, file))
  })
  await migrate(databaseUrl)
  return { createdAt, rows }
}

/** Restoring over other companies, or into newer tables, would mix two states. */
export class NotEmpty extends Error {
  constructor() {
    super('A backup can only be restored into an empty database, and this one is not empty.')
    this.name = 'NotEmpty'
  }
}

async function copyAll(client: pg.Client, file: string): Promise<BackupEnd['rows']> {
  const tables = (await backedUpTables(client)).map((one) => client.escapeIdentifier(one.name))
  // Row-level security would hide rows from the owner too, and COPY ignores policies. Nobody else looks before the commit.
  for (const table of tables) await client.query(`alter table ${table} no force row level security`)
  for (const table of tables) {
    if ((await client.query(`select from ${table} limit 1`)).rowCount !== 0) throw new NotEmpty()
  }
  const rows = await copyRows(client, file)
  // A browser that is ahead of the backup must not mistake the restored seqs for those it knows.
  await client.query(raiseEpochs({}))
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
