import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { eraseCompany } from '#api/closing/erase-company.ts'
import type { ErasableAnswer } from '#core/wire/erasure.ts'
import { paths } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { runProjector } from '#projector/live/projector.ts'
import { runUpkeep } from '#projector/live/upkeep.ts'
import { runReplays } from '#projector/replay/replay-worker.ts'
import type { SignedInTest, TestServer } from './server.ts'

const parts = { live: runProjector, replays: runReplays, upkeep: runUpkeep }

/** Starts one part of the projector process, for a server without one. */
export function startProjectorPart(
  part: keyof typeof parts,
  { services: { config, bell, logger } }: TestServer,
): { stop(): Promise<void> } {
  const pool = connect(config.databaseUrl, 'fettle_projector', { max: 3 })
  const running = parts[part]({ pool, bell, logger })
  return {
    async stop() {
      await running.stop()
      await pool.end()
    },
  }
}

/** The texts that can be erased with an event. */
export async function erasableWith(server: TestServer, { token }: SignedInTest, seq: number): Promise<ErasableAnswer> {
  const answer = await server.call(`${paths.erasures}?seq=${seq}`, { token })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** The request body that erases texts. */
export function erasureOf(texts: readonly { seq: number; path: string }[], reason = 'The tenant asked for it') {
  const seqs = [...new Set(texts.map((one) => one.seq))]
  const events = seqs.map((seq) => ({ seq, texts: texts.filter((one) => one.seq === seq).map((one) => one.path) }))
  return { erasureId: uuid(), events, reason }
}

/** The places to search, also for a product in separate processes. */
export type Searched = { database: { url: string }; services: { config: { dataFolder: string } } }

/** Waits until all erasures have finished. */
export const untilErased = async ({ database }: Pick<Searched, 'database'>) =>
  withSuperuser(database.url, (client) =>
    expect.poll(async () => (await client.query('select from erasure')).rowCount).toBe(0),
  )

/** The tables with a row that contains one of the texts, and the data folder's files that do, ignoring case. */
export async function foundIn(
  { database, services: { config } }: Searched,
  texts: readonly string[],
): Promise<string[]> {
  const holds = (text: string) => texts.some((one) => text.toLowerCase().includes(one.toLowerCase()))
  const tables = await withSuperuser(database.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(`select relname "name" from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`)
    const found: string[] = []
    for (const { name } of rows) {
      const contents = await client.query<{ row: string; bytes: string }>(`select t::text "row" from ${name} t`)
      if (contents.rows.some(({ row }) => holds(row) || holds(bytesIn(row)))) found.push(name)
    }
    return found
  })
  const files = await readdir(config.dataFolder, { recursive: true, withFileTypes: true })
  // Copies of the build come and go while they are made; nobody's texts are in them.
  const isSearched = (folder: string) => !folder.startsWith(join(config.dataFolder, 'web-files'))
  for (const file of files.filter((one) => one.isFile() && isSearched(one.parentPath))) {
    const bytes = await readFile(join(file.parentPath, file.name), 'latin1')
    if (holds(file.name) || holds(bytes)) tables.push(file.name)
  }
  return tables
}

/** The byte strings of a row, decoded as text. */
const bytesIn = (row: string) =>
  [...row.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('utf8')).join(' ')

/** Works as the database's superuser. */
export async function withSuperuser<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Closes a company by its name, and erases it as if its thirty days were over. */
export async function eraseCompanyOf(server: TestServer, { token, user }: SignedInTest, name: string): Promise<void> {
  const closed = await server.call(paths.companyClosing, { token, body: { name } })
  expect(closed.status).toBe(200)
  const { eraseAt } = await closed.json()
  const now = () => new Date(Date.now() + 31 * 86_400_000)
  const { companyId, userId: closedBy } = user
  expect(await eraseCompany({ ...server.services, now }, { companyId, closedBy, eraseAt })).toBeDefined()
}

/** Erases a company of which the others of this installation must feel nothing. */
export async function eraseAnother(server: TestServer): Promise<void> {
  const businessName = 'Former & Sons'
  await eraseCompanyOf(server, await server.registerCompany({ businessName }), businessName)
}

/** The tables that have rows of an erased company: the chain, and sessions without names and places until their devices have heard. */
export const keptOfErased = ['company_closing', 'company_head', 'event', 'session', 'signed_head']

/** How many rows each table has of a company, or of people, by table; those without any are left out. */
export const rowsOf = (
  { url }: Searched['database'],
  companyId: string,
  userIds: readonly string[] = [],
): Promise<Record<string, number>> =>
  withSuperuser(url, async (client) => {
    const { rows: columns } = await client.query<{ table: string; column: string }>(
      `select table_name "table", column_name "column" from information_schema.columns
       where column_name in ('company_id', 'user_id') and table_schema = 'public' order by 1`,
    )
    const counts: Record<string, number> = {}
    for (const { table, column } of columns) {
      const values = column === 'company_id' ? [companyId] : userIds
      const { rows } = await client.query(`select count(*)::int count from ${table} where ${column} = any ($1)`, [
        values,
      ])
      if (rows[0].count > 0) counts[table] = rows[0].count
    }
    return counts
  })
