import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import type { ImportAnswer, ImportReading } from '#core/wire/imports.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { SignedInTest, TestServer } from './server.ts'

export type FileContent = string | Uint8Array<ArrayBuffer>

/** Sends a file of jobs as the import screen does. */
export function sendImport(
  server: TestServer,
  { token }: Pick<SignedInTest, 'token'>,
  content: FileContent,
  name = 'orders.csv',
) {
  const body = new FormData()
  body.append('file', new Blob([content]), name)
  return server.call(paths.imports, { token, body })
}

/** Sends a file that must be importable, and returns the result of its first check. */
export async function draftImport(
  server: TestServer,
  person: Pick<SignedInTest, 'token'>,
  content: FileContent,
): Promise<ImportAnswer> {
  const answer = await sendImport(server, person, content)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** The calls of the import screen, at the server of the moment. */
export function importCalls(server: () => TestServer) {
  type Person = Pick<SignedInTest, 'token'>
  const ask = async ({ token }: Person, path: string, importId: string, method = 'GET', body?: object) =>
    server().call(pathTo(path, { importId }), { token, method, ...(body ? { body } : {}) })
  const read = async (person: Person, importId: string): Promise<ImportAnswer> =>
    (await ask(person, paths.import, importId)).json()
  const answerOf = async (answer: Response): Promise<ImportAnswer> => {
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return {
    ask,
    read,
    start: (person: Person, importId: string) => ask(person, paths.startImport, importId, 'POST'),
    /** Waits until the import has ended. */
    async ended(person: Person, importId: string) {
      await expect
        .poll(async () => (await read(person, importId)).state, { timeout: 120_000 })
        .toMatch(/done|failed|stopped/)
      return read(person, importId)
    },
    /** Changes how the file is read. */
    async change(person: Person, { importId, plan }: ImportAnswer, to: Partial<ImportReading>) {
      const { columns: _, rows: __, workbook: ___, ...reading } = plan
      return answerOf(await ask(person, paths.import, importId, 'PUT', { ...reading, ...to }))
    },
    async refusedRows(person: Person, importId: string) {
      const answer = await ask(person, paths.refusedRows, importId)
      const text = Buffer.from(await answer.arrayBuffer()).toString('utf8')
      const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
      return { text, rows, name: answer.headers.get('content-disposition') }
    },
  }
}
