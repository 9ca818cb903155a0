import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { forCompany } from '#ledger/database/connect.ts'
import { rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { appliedMigrations } from './applied-migrations.ts'
import { type BackedUpTable, backedUpTables } from './backed-up-tables.ts'
import { asOwner } from './owner-session.ts'
import { type BackupEnd, commentLine } from './read-backup.ts'

export type Written = BackupEnd & { file: string; bytes: number }

/**
 * Writes a snapshot of everything that is not folded from the log to one file, without blocking anyone. The file is gzipped
 * SQL that psql can read. It appears under its name only when complete, readable only by its owner.
 */
export async function writeBackup(databaseUrl: string, file: string): Promise<Written> {
  const unfinished = `${file}.unfinished`
  const rows: Record<string, number> = {}
  await rm(unfinished, { force: true })
  try {
    await asOwner(databaseUrl, (client) =>
      pipeline(
        Readable.from(script(client, rows)),
        createGzip(),
        createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
      ),
    )
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await rename(unfinished, file)
  return { file, bytes: (await stat(file)).size, rows }
}

async function* script(client: pg.Client, rows: Record<string, number>): AsyncGenerator<string | Buffer> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(oneSnapshotOnEach)
  const migrations = await appliedMigrations(client)
  yield `${commentLine({ fettleBackup: 1, createdAt: new Date().toISOString(), migrations })}\n`
  const tables = await backedUpTables(client)
  const companies = await companiesOf(client, tables)
  for (const table of tables) {
    const from = `${client.escapeIdentifier(table.name)} (${table.columns.map((name) => client.escapeIdentifier(name)).join(', ')})`
    yield `COPY ${from} FROM stdin;\n`
    let count = 0
    await takeRole(client, table)
    for (const companyId of table.readAs.each === 'all' ? [undefined] : companies) {
      if (companyId) await client.query(forCompany(client, companyId))
      for await (const chunk of client.query(copyTo(`copy ${from} to stdout`))) {
        count += newlinesIn(chunk)
        yield chunk
      }
    }
    rows[table.name] = count
    yield '\\.\n'
  }
  await client.query('reset role')
  yield `${commentLine({ rows })}\n`
  await client.query('commit')
}

/**
 * Where the database is distributed, a snapshot belongs to a connection of the coordinator to a worker: with one to each worker, what is
 * read of a company is of one moment. Elsewhere it is a name without a meaning.
 */
const oneSnapshotOnEach = 'set local citus.max_adaptive_executor_pool_size = 1'

const companyIds = statement('company-ids', () =>
  db.selectFrom('company_head').select('company_id').orderBy('company_id'),
)

/** Every company has a head from its first event on. */
async function companiesOf(client: pg.Client, tables: readonly BackedUpTable[]): Promise<string[]> {
  const head = tables.find((one) => one.name === 'company_head')
  if (head) await takeRole(client, head)
  return (await rowsOf(client, companyIds({}))).map((one) => one.company_id)
}

/** Not SET LOCAL, which workers would be told as well: the coordinator speaks to each in the role that it has itself. */
const takeRole = (client: pg.Client, { readAs: { role } }: BackedUpTable) =>
  client.query(role ? `set role ${client.escapeIdentifier(role)}` : 'reset role')

/** Counts rows: each is one line. */
function newlinesIn(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) count += 1
  return count
}
