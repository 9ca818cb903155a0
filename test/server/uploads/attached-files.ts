import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { pieceCount, pieceSize } from '#core/wire/images.ts'
import type { AttachedAnswer } from '#core/wire/jobs/attachments.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

export type GivenFile = { bytes: Uint8Array; name: string; fileId?: string }

/** A small PDF, different for each text. */
export const smallPdf = (text = 'Gas safety record') => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`)

/** Sends the pieces of files and asks for them to be attached, as a browser does. */
export async function attach(
  server: TestServer,
  person: SignedInTest,
  jobId: string,
  files: readonly GivenFile[],
  over: object = {},
): Promise<Response> {
  const { companyId } = person.user
  const headers = { origin: server.url, authorization: `Bearer ${person.token}` }
  const asked = files.map(({ bytes, name, fileId = uuid() }) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { bytes, about: { fileId, size: bytes.length, sha256, name } }
  })
  for (const { bytes, about } of asked)
    for (let piece = 0; piece < pieceCount(bytes.length); piece += 1) {
      const path = pathTo(paths.uploadPiece, { companyId, imageId: about.fileId, piece: String(piece) })
      const query = new URLSearchParams({ size: String(about.size), sha256: about.sha256 })
      const body = new Uint8Array(bytes.subarray(piece * pieceSize, (piece + 1) * pieceSize))
      const type = { 'content-type': 'application/octet-stream' }
      await fetch(`${server.url}${path}?${query}`, { method: 'PUT', headers: { ...headers, ...type }, body })
    }
  return fetch(server.url + pathTo(paths.attachFiles, { companyId }), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ jobId, files: asked.map((one) => one.about), ...over }),
  })
}

/** Attaches files that are accepted. */
export async function attached(...given: Parameters<typeof attach>): Promise<AttachedAnswer> {
  const answer = await attach(...given)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}
