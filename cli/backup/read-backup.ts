import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as z from 'zod/mini'
import { type GzipLines, InvalidBackup, openGzipLines } from './gzip-lines.ts'

/** The first line of a backup: its format, and the migrations of the release that wrote it. */
const header = z.object({ fettleBackup: z.literal(1), createdAt: z.string(), migrations: z.array(z.string()) })
/** The last line: the row count of each table. A file without it is incomplete. */
const end = z.object({ rows: z.record(z.string(), z.int()) })

export type BackupHeader = z.infer<typeof header>
export type BackupEnd = z.infer<typeof end>

/** The first or last line of a backup, as an SQL comment. */
export const commentLine = (content: BackupHeader | BackupEnd) => `-- ${JSON.stringify(content)}`

/** The header of a backup. Throws if the file is not one. */
export async function readHeader(file: string): Promise<BackupHeader> {
  const lines = openGzipLines(file)
  try {
    return await headerOf(lines, file)
  } finally {
    await lines.close()
  }
}

/** Copies all rows of a backup in the client's transaction. Throws if the file is incomplete. */
export async function copyRows(client: pg.Client, file: string): Promise<BackupEnd['rows']> {
  const lines = openGzipLines(file)
  try {
    await headerOf(lines, file)
    const rows: BackupEnd['rows'] = {}
    for (let line = await lines.line(); line !== undefined; line = await lines.line()) {
      const [, table] = /^COPY "(\w+)" \("\w+"(?:, "\w+")*\) FROM stdin;$/.exec(line) ?? []
      if (table === undefined) {
        const expected = end.safeParse(parseComment(line)).data?.rows
        if (!expected || !isSame(rows, expected) || (await lines.line()) !== undefined) break
        return rows
      }
      const stream = client.query(copyFrom(line))
      await pipeline(lines.rows(), stream)
      rows[table] = stream.rowCount
    }
    throw new InvalidBackup(`${file} is incomplete.`)
  } finally {
    await lines.close()
  }
}

async function headerOf(lines: GzipLines, file: string): Promise<BackupHeader> {
  const read = header.safeParse(parseComment((await lines.line()) ?? ''))
  if (read.success) return read.data
  throw new InvalidBackup(`${file} is not a backup that this release of Fettle can read.`)
}

function parseComment(line: string): unknown {
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
