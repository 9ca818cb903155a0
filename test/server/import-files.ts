import type { ImportAnswer } from '#core/wire/imports.ts'
import { paths } from '#core/wire/paths.ts'
import type { SignedInTest, TestServer } from './server.ts'

export type FileContent = string | Uint8Array<ArrayBuffer>

/** Sends a file of jobs as the import screen does. */
export function sendImport(server: TestServer, { token }: Pick<SignedInTest, 'token'>, content: FileContent) {
  const body = new FormData()
  body.append('file', new Blob([content]), 'orders.csv')
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
