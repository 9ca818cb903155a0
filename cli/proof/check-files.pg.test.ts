import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOf } from '#api/image-store/image-paths.ts'
import { runFettle } from '#test/faults/fettle-process.ts'
import { createJob } from '#test/server/commands.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { checkFiles } from './check-files.ts'

let server: TestServer
let owner: SignedInTest
let photos: string[]
beforeAll(async () => {
  server = await startServer()
  owner = await server.registerCompany()
  const { jobId } = await createJob(server, owner)
  const colours = ['#864', '#468', '#684']
  const files = await Promise.all(colours.map(async (colour) => ({ bytes: await smallPhoto(colour) })))
  const answer = await upload(server, owner, jobId, { files })
  photos = (await answer.json()).images.map(({ src }: { src: string }) => src)
})
afterAll(() => server.close())

test('a photo whose file was exchanged or deleted is found with its event, and verify fails', async () => {
  const { services } = server
  const { databaseUrl, dataFolder } = services.config
  const { companyId } = owner.user
  const check = () => checkFiles(services.overviewPool, services.images.files, [companyId])
  expect(await check()).toEqual({ checked: 3, faults: [] })
  const paths = photos.map((src) => src.replace(/^\/assets|\?.*$/g, ''))
  const [exchanged = '', deleted = ''] = paths
  await writeFile(join(dataFolder, 'images', keyOf(exchanged)), await smallPhoto('#f00'))
  await rm(join(dataFolder, 'images', keyOf(deleted)))
  const faults = [
    expect.objectContaining({ companyId, src: exchanged, state: 'differs' }),
    expect.objectContaining({ companyId, src: deleted, state: 'missing' }),
  ]
  const done = await runFettle(['verify', '--files', '--json'], { DATABASE_URL: databaseUrl, FETTLE_DATA: dataFolder })
  expect({ code: done.code, files: JSON.parse(done.out).files }).toEqual({ code: 1, files: { checked: 3, faults } })
})
