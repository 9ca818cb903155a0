import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { forCompany } from '#ledger/database/connect.ts'
import { type KeptTable, keptTables } from './backed-up-tables.ts'
import { asOwner } from './owner-session.ts'
import { type BackupEnd, saidIn } from './read-backup.ts'

export type Written = BackupEnd & { file: string; bytes: number }

/**
 * Writes all that is not folded from the log into one file, as it is at one moment; nobody waits for it. The file is SQL that
 * psql would read, packed by gzip. It appears under its name when it is whole, readable by its owner alone.
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
  const migrations = await migrationsOf(client)
  yield `${saidIn({ fettleBackup: 1, createdAt: new Date().toISOString(), migrations })}\n`
  const tables = await keptTables(client)
  const companies = await companiesOf(client, tables)
  for (const table of tables) {
    const from = `${client.escapeIdentifier(table.name)} (${table.columns.map((name) => client.escapeIdentifier(name)).join(', ')})`
    yield `COPY ${from} FROM stdin;\n`
    let count = 0
    await takeRole(client, table)
    for (const companyId of table.readAs.each === 'all' ? [undefined] : companies) {
      if (companyId) await client.query(forCompany(companyId))
      for await (const chunk of client.query(copyTo(`copy ${from} to stdout`))) {
        count += newlinesIn(chunk)
        yield chunk
      }
    }
    rows[table.name] = count
    yield '\\.\n'
  }
  await client.query('reset role')
  yield `${saidIn({ rows })}\n`
  await client.query('commit')
}

async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name collate "C"')
  return rows.map((one) => one.name)
}

/** Every company has a head, from its first event on. */
async function companiesOf(client: pg.Client, tables: readonly KeptTable[]): Promise<string[]> {
  const head = tables.find((one) => one.name === 'company_head')
  if (head) await takeRole(client, head)
  const { rows } = await client.query<{ company_id: string }>('select company_id from company_head order by company_id')
  return rows.map((one) => one.company_id)
}

const takeRole = (client: pg.Client, { readAs: { role } }: KeptTable) =>
  client.query(role ? `set local role ${client.escapeIdentifier(role)}` : 'reset role')

/** Every row is one line. */
function newlinesIn(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) count += 1
  return count
}
