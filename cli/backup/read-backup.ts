import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as z from 'zod/mini'
import { type Lines, NotWhole, openLines } from './gzip-lines.ts'

/** The first line of a backup: what it is, and the tables of which release it keeps. */
const header = z.object({ fettleBackup: z.literal(1), createdAt: z.string(), migrations: z.array(z.string()) })
/** The last line: how many rows of each table came before it. A file without it is not whole. */
const end = z.object({ rows: z.record(z.string(), z.int()) })

export type BackupHeader = z.infer<typeof header>
export type BackupEnd = z.infer<typeof end>

/** A line of a backup that is none of SQL. */
export const saidIn = (what: BackupHeader | BackupEnd) => `-- ${JSON.stringify(what)}`

/** What a backup says of itself. Throws for a file that is none. */
export async function readHeader(file: string): Promise<BackupHeader> {
  const lines = openLines(file)
  try {
    return await headerOf(lines, file)
  } finally {
    await lines.close()
  }
}

/** Copies all rows of a backup in the transaction that `client` is in. Throws for a file that is not whole. */
export async function copyRows(client: pg.Client, file: string): Promise<BackupEnd['rows']> {
  const lines = openLines(file)
  try {
    await headerOf(lines, file)
    const rows: BackupEnd['rows'] = {}
    for (let line = await lines.line(); line !== undefined; line = await lines.line()) {
      const [, table] = /^COPY "(\w+)" \("\w+"(?:, "\w+")*\) FROM stdin;$/.exec(line) ?? []
      if (table === undefined) {
        const told = end.safeParse(said(line)).data?.rows
        if (!told || !isSame(rows, told) || (await lines.line()) !== undefined) break
        return rows
      }
      const stream = client.query(copyFrom(line))
      await pipeline(lines.rows(), stream)
      rows[table] = stream.rowCount
    }
    throw new NotWhole(`${file} is not whole.`)
  } finally {
    await lines.close()
  }
}

async function headerOf(lines: Lines, file: string): Promise<BackupHeader> {
  const read = header.safeParse(said((await lines.line()) ?? ''))
  if (read.success) return read.data
  throw new NotWhole(`${file} is no backup that this release of Fettle can read.`)
}

function said(line: string): unknown {
  if (!line.startsWith('-- {')) return undefined
  try {
    return JSON.parse(line.slice(3))
  } catch {
    return undefined
  }
}

const isSame = (some: BackupEnd['rows'], others: BackupEnd['rows']) =>
  Object.keys(others).length === Object.keys(some).length &&
  Object.entries(some).every(([table, count]) => others[table] === count)
