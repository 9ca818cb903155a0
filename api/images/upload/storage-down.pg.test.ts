import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAccessToken } from '#api/rights/access-token.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { createJob } from '#test/server/commands.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
})
afterAll(() => server.close())

const sessionOf = async ({ token }: SignedInTest) =>
  (await verifyAccessToken(server.services.keys, token))?.sessionId ?? ''

test('an upload fails with the reason while photos cannot be stored; retried later it is one image', async () => {
  const { jobId } = await createJob(server, olga)
  const images = join(server.services.config.dataFolder, 'images')
  await mkdir(images, { recursive: true })
  await rename(images, `${images}-away`)
  // A file in place of the folder: not even root can write into it.
  await writeFile(images, '')
  const form = { files: [{ bytes: await smallPhoto() }], fields: { imageIds: JSON.stringify([uuid()]) } }
  const failed = await upload(server, olga, jobId, form)
  expect(failed.status).toBe(503)
  expect(failed.headers.get('retry-after')).toBe('5')
  expect(await failed.json()).toEqual({ error: 'Upload failed', code: 'storage-unavailable' })
  const known = { imageId: uuid(), src: `/${olga.user.companyId}/${'a'.repeat(64)}.webp` }
  const holder = { userId: olga.user.userId, sessionId: await sessionOf(olga) }
  const shown = await server.call(server.services.images.signer.urlsOf([known], holder)[known.imageId]?.display ?? '')
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([503, 'no-store'])
  await rm(images)
  await rename(`${images}-away`, images)
  const done = await upload(server, olga, jobId, form)
  expect(done.status).toBe(200)
  const { seq } = await done.json()
  const answer = await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}`, { token: olga.token })
  expect((await answer.json()).job.images).toHaveLength(1)
})
