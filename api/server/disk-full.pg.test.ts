import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { draftImport, sendImport } from '#test/server/import-files.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let database: TestDatabase
/** Two processes on one database: only the disk of the second counts as full. */
let roomy: TestServer
let full: TestServer
let olga: SignedInTest
beforeAll(async () => {
  database = await createDatabase()
  roomy = await startServer({}, { database })
  full = await startServer(
    { diskReserve: Number.MAX_SAFE_INTEGER, databaseFolder: '/' },
    { database, projector: false },
  )
  olga = await roomy.registerCompany()
})
afterAll(async () => {
  await Promise.all([roomy.close(), full.close()])
  await database.drop()
})

const signIn = (server: TestServer) =>
  server.call(paths.login, { body: { email: olga.user.email, password: olga.password } })
const refused = async (answer: Response) => {
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await answer.json()).toEqual({
    error: "The server's disk is full, so changes cannot be saved at the moment. Nothing that was saved is lost.",
    code: 'disk-full',
  })
}

test('below the reserve changes are refused with the reason, while reading and signing in go on', async () => {
  const { jobId } = await createJob(roomy, olga)
  const { token }: SignedInTest = await (await signIn(full)).json()
  const note = {
    commandId: uuid(),
    happenedAt: new Date().toISOString(),
    type: 'AddNote',
    data: { jobId, noteId: uuid(), note: 'Rang' },
  }
  await refused(await full.call(paths.commands, { token, body: { commands: [note] } }))
  await refused(await full.call(paths.register, { body: {} }))
  await refused(await full.call(pathTo(paths.replayProjection, { name: 'job' }), { token, method: 'POST' }))
  await refused(await sendImport(full, { token }, 'Site\n1 Elm Row'))
  await refused(await full.call(paths.erasures, { token, body: {} }))
  for (const path of [pathTo(paths.job, { jobId }), paths.jobs, paths.history, paths.me])
    expect((await full.call(path, { token })).status).toBe(200)
  expect((await full.call(paths.logout, { token, method: 'POST' })).status).toBeLessThan(300)
  // The refused change is taken once there is space, under the same id.
  const answer = await roomy.call(paths.commands, { token: olga.token, body: { commands: [note] } })
  expect((await answer.json()).results).toMatchObject([{ status: 'accepted' }])
})

test('a photo on a full disk leaves nothing behind', async () => {
  const { jobId } = await createJob(roomy, olga)
  const form = { files: [{ bytes: await smallPhoto() }] }
  await refused(await upload(full, olga, jobId, form))
  const { config, images } = full.services
  expect(await readdir(images.uploadsFolder)).toEqual([])
  expect(await readdir(join(config.dataFolder, 'images')).catch(() => [])).toEqual([])
})

test('an import waits while the disk is full', async () => {
  const { importId } = await draftImport(roomy, olga, 'Site,Work Order\n1 Elm Row,WO-1')
  const start = pathTo(paths.startImport, { importId })
  await refused(await full.call(start, { token: olga.token, method: 'POST' }))
  expect((await roomy.call(start, { token: olga.token, method: 'POST' })).status).toBeLessThan(300)
  const state = async () =>
    (await (await roomy.call(pathTo(paths.import, { importId }), { token: olga.token })).json()).state
  await expect.poll(state, { timeout: 10_000 }).toBe('done')
})

test('/readyz and the metrics say how full the disks are, before and after', async () => {
  expect(await (await full.call(paths.readyz)).json()).toEqual({ status: 'ready', disk: 'full' })
  const { free = 0 } = roomy.services.disks.space('files') ?? {}
  const low = await startServer({ diskReserve: Math.floor(free / 2) }, { database, projector: false })
  expect(await (await low.call(paths.readyz)).json()).toEqual({ status: 'ready', disk: 'low' })
  const person: SignedInTest = await (await signIn(low)).json()
  await accepted(low, person, 'AddTodo', { userId: olga.user.userId, todoId: uuid(), text: 'Buy a disk' })
  const figures = await (await low.call(paths.metrics)).text()
  expect(figures).toMatch(/fettle_disk_free_bytes\{disk="files"\} \d{6,}/)
  expect(figures).toContain(`fettle_disk_reserve_bytes{disk="files"} ${Math.floor(free / 2)}`)
  expect(figures).not.toContain('disk="database"')
  await low.close()
  expect(await (await full.call(paths.metrics)).text()).toMatch(/fettle_disk_free_bytes\{disk="database"\} \d{6,}/)
})
