import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { readStream } from '#ledger/log/read.ts'
import { createJob } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
})
afterAll(() => server.close())

const superuser = (statement: string) => withSuperuser(server.database.url, (client) => client.query(statement))

/** An upload of three photos to a new job, of which `kept` tells what is left of it. */
async function threePhotos(colours: readonly string[]) {
  const { jobId } = await createJob(server, olga)
  const imageIds = colours.map(() => uuid())
  const files = await Promise.all(colours.map(async (colour) => ({ bytes: await smallPhoto(colour) })))
  const folder = join(server.services.config.dataFolder, 'images', olga.user.companyId)
  const storedFiles = async (): Promise<string[]> => readdir(folder).catch(() => [])
  const before = await storedFiles()
  return {
    imageIds,
    send: () => upload(server, olga, jobId, { files, fields: { imageIds: JSON.stringify(imageIds) } }),
    async kept() {
      const events = await readStream(server.services.ledgerPool, olga.user.companyId, jobId)
      const images = events.flatMap(({ type, data }) => (type === 'ImageAdded' ? [data.imageId] : []))
      const stored = (await storedFiles()).filter((name) => !before.includes(name))
      return { images, files: stored.length }
    },
  }
}
const nothing = { images: [], files: 0 }

test('if the ledger fails at the second photo of an upload none is kept, and the retry adds each once', async () => {
  const photos = await threePhotos(['#111', '#222', '#333'])
  await superuser(`create function refuse_image() returns trigger language plpgsql as
    $$ begin raise exception 'not this image'; end $$`)
  await superuser(`create trigger refuse_image before insert on event for each row
    when (new.data ->> 'imageId' = '${photos.imageIds[1]}') execute function refuse_image()`)
  expect((await photos.send()).status).toBe(500)
  expect(await photos.kept()).toEqual(nothing)
  await superuser('drop trigger refuse_image on event')
  expect((await photos.send()).status).toBe(200)
  expect((await photos.send()).status).toBe(200)
  expect(await photos.kept()).toEqual({ images: photos.imageIds, files: 6 })
  const figures = await (await server.call(paths.metrics)).text()
  expect(figures).toContain('fettle_commands_total{type="AddImage",outcome="failed"} 1')
  expect(figures).toContain('fettle_commands_total{type="AddImage",outcome="accepted"} 6')
})

test('if the second photo of an upload cannot be stored none is kept', async () => {
  const photos = await threePhotos(['#444', '#555', '#666'])
  const { files } = server.services.images
  const { put } = files
  let stored = 0
  files.put = (key, bytes) => {
    stored += 1
    // Each photo is two files.
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    return stored === 4 ? Promise.reject(full) : put(key, bytes)
  }
  const failed = await photos.send()
  expect([failed.status, (await failed.json()).code]).toEqual([503, 'disk-full'])
  expect(await photos.kept()).toEqual(nothing)
  files.put = put
  expect((await photos.send()).status).toBe(200)
  expect(await photos.kept()).toEqual({ images: photos.imageIds, files: 6 })
})

test('if one photo of an upload is refused none is kept', async () => {
  const taken = await threePhotos(['#777', '#888', '#999'])
  expect((await taken.send()).status).toBe(200)
  const photos = await threePhotos(['#aaa', '#bbb', '#ccc'])
  // The id of a photo that another job has.
  photos.imageIds.splice(1, 1, taken.imageIds[1] ?? '')
  expect((await photos.send()).status).toBe(422)
  expect(await photos.kept()).toEqual(nothing)
})
