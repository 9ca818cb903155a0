import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FinishUpload, pieceCount, pieceSize } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { createJob } from '#test/server/commands.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let photo: Buffer
beforeAll(async () => {
  server = await startServer()
  photo = await smallPhoto()
})
afterAll(() => server?.close())

const businessName = 'Harrow & Pike'
const setClosed = async ({ token }: SignedInTest, isClosed: boolean) => {
  const answer = isClosed
    ? await server.call(paths.companyClosing, { token, body: { name: businessName } })
    : await server.call(paths.companyClosing, { method: 'DELETE', token })
  expect(answer.status).toBe(200)
}

type Sent = { jobId: string; imageId: string; attempt?: number; bytes?: Buffer }
type Ways = (owner: SignedInTest, sent: Sent) => Promise<Response>

const whole: Ways = (owner, { jobId, imageId, attempt, bytes = photo }) =>
  upload(server, owner, jobId, {
    files: [{ bytes }],
    fields: {
      imageIds: JSON.stringify([imageId]),
      ...(attempt === undefined ? {} : { attempts: JSON.stringify([attempt]) }),
    },
  })

const inPieces: Ways = async ({ token, user: { companyId } }, { jobId, imageId, attempt, bytes = photo }) => {
  const about = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  for (let piece = 0; piece < pieceCount(bytes.length); piece += 1)
    await fetch(
      `${server.url}${pathTo(paths.uploadPiece, { companyId, imageId, piece: String(piece) })}?size=${about.size}&sha256=${about.sha256}`,
      {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes.subarray(piece * pieceSize, (piece + 1) * pieceSize)),
      },
    )
  const finish: FinishUpload = { jobId, ...about, ...(attempt === undefined ? {} : { attempt }) }
  return server.call(pathTo(paths.uploadPieces, { companyId, imageId }), { token, body: finish })
}

const imagesOf = async ({ token }: SignedInTest, jobId: string): Promise<unknown[]> =>
  (await (await server.call(`${pathTo(paths.job, { jobId })}?version=99`, { token })).json()).job.images

async function refusedOnce(way: Ways, attempt?: number) {
  const owner = await server.registerCompany({ businessName })
  const { jobId } = await createJob(server, owner)
  const sent = { jobId, imageId: uuid(), ...(attempt === undefined ? {} : { attempt }) }
  await setClosed(owner, true)
  const refused = await way(owner, sent)
  expect({ status: refused.status, ...(await refused.json()) }).toMatchObject({ status: 409, code: 'company-closed' })
  await setClosed(owner, false)
  return { owner, sent }
}

describe.each([
  ['whole', whole],
  ['in pieces', inPieces],
] as const)('a photo that was refused, sent %s,', (_, way) => {
  test('stays refused, although a copy of its upload arrives once it would be accepted', async () => {
    const { owner, sent } = await refusedOnce(way, 1)
    for (const late of [sent, sent]) {
      const answer = await way(owner, late)
      expect({ status: answer.status, ...(await answer.json()) }).toMatchObject({ status: 409, code: 'refused-before' })
    }
    expect(await imagesOf(owner, sent.jobId)).toEqual([])
    // Its person asks again.
    expect((await way(owner, { ...sent, attempt: 2 })).status).toBe(200)
    expect(await imagesOf(owner, sent.jobId)).toMatchObject([{ imageId: sent.imageId }])
    // A copy that comes later still is answered as the one that was accepted.
    expect((await whole(owner, sent)).status).toBe(200)
    expect(await imagesOf(owner, sent.jobId)).toHaveLength(1)
  })

  test('is decided again if its program does not number its attempts', async () => {
    const { owner, sent } = await refusedOnce(way)
    expect((await way(owner, sent)).status).toBe(200)
  })

  test('stays refused as a file that is no photo, and a photo under the same id is another attempt', async () => {
    const owner = await server.registerCompany()
    const { jobId } = await createJob(server, owner)
    const sent = { jobId, imageId: uuid(), attempt: 1 }
    expect((await way(owner, { ...sent, bytes: Buffer.from('no photo') })).status).toBe(400)
    expect((await (await way(owner, sent)).json()).code).toBe('refused-before')
    expect((await way(owner, { ...sent, attempt: 2 })).status).toBe(200)
  })

  test('is accepted if it was accepted before, however often it is sent', async () => {
    const owner = await server.registerCompany({ businessName })
    const { jobId } = await createJob(server, owner)
    const sent = { jobId, imageId: uuid(), attempt: 1 }
    expect((await way(owner, sent)).status).toBe(200)
    await setClosed(owner, true)
    expect((await way(owner, sent)).status).toBe(200)
    expect(await imagesOf(owner, jobId)).toHaveLength(1)
  })
})
