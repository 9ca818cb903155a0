import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { ProjectionsAnswer } from '#core/wire/projections.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readDiskSpace } from '#ledger/database/disk-space.ts'
import { requestRun } from '#ledger/read-models/request-runs.ts'
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
    error: 'The server’s disk is full, so changes cannot be saved at the moment. Nothing that was saved is lost.',
    code: 'disk-full',
  })
}

test('below the reserve changes are refused with the reason, while reading and signing in go on', async () => {
  const { jobId, seq } = await createJob(roomy, olga)
  const { token }: SignedInTest = await (await signIn(full)).json()
  const note = {
    commandId: uuid(),
    happenedAt: new Date().toISOString(),
    type: 'AddNote',
    data: { jobId, noteId: uuid(), note: 'Rang' },
  }
  await refused(await full.call(paths.commands, { token, body: { commands: [note] } }))
  await refused(await full.call(paths.register, { body: {} }))
  await refused(await sendImport(full, { token }, 'Site\n1 Elm Row'))
  await refused(await full.call(paths.erasures, { token, body: {} }))
  // What a tenant sends by a link is refused alike, and whatever link it is.
  for (const path of [paths.tenantMessage, paths.tenantPhotos]) {
    const answer = await fetch(full.url + pathTo(path, { link: 'x' }), { method: 'POST' })
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('disk is full')])
  }
  for (const path of [`${pathTo(paths.job, { jobId })}?after=${seq}`, paths.jobs, paths.history, paths.me])
    expect((await full.call(path, { token })).status).toBe(200)
  expect((await full.call(paths.logout, { token, method: 'POST' })).status).toBeLessThan(300)
  // The refused change is taken once there is space, under the same id.
  const answer = await roomy.call(paths.commands, { token: olga.token, body: { commands: [note] } })
  expect((await answer.json()).results).toMatchObject([{ status: 'accepted' }])
})

test('without space for its rows a replay is not begun, and one that was says why it waits; in the metrics too', async () => {
  const sentence = 'The server\u2019s disk is nearly full, so replays and dry runs wait until there is space.'
  const free = await freeOf('/')
  const short = await startServer(
    { diskReserve: Math.floor(free / 1.5), databaseFolder: '/' },
    { database, projector: false },
  )
  const tokenAt = async (server: TestServer) => {
    const { token }: SignedInTest = await (await signIn(server)).json()
    return token
  }
  const replay = async (server: TestServer, action: typeof paths.replayProjection | typeof paths.compareProjection) =>
    server.call(pathTo(action, { name: 'job' }), { token: await tokenAt(server), method: 'POST' })
  for (const server of [short, full])
    for (const action of [paths.replayProjection, paths.compareProjection]) {
      const answer = await replay(server, action)
      expect([answer.status, await answer.json()]).toEqual([503, { error: sentence, code: 'disk-full' }])
    }
  // Nobody carries it out.
  const request = { kind: 'replay', projections: [{ name: 'job', version: 999 }], startedBy: 'operator' } as const
  const { companyId } = olga.user
  await inCompany(roomy.services.ledgerPool, companyId, (client) => requestRun(client, companyId, request))
  const runs = async (server: TestServer) => {
    const answer = await server.call(paths.projections, { token: await tokenAt(server) })
    const { runs: found }: ProjectionsAnswer = await answer.json()
    return found.flatMap(({ state, held }) => (state === 'waiting' ? [held] : []))
  }
  expect([await runs(short), await runs(roomy)]).toEqual([['disk-full'], [undefined]])
  const held = async (server: TestServer) =>
    /fettle_replay_held_companies\{reason="disk-full"\} (\d)/.exec(await (await server.call(paths.metrics)).text())?.[1]
  expect([await held(short), await held(roomy)]).toEqual(['1', '0'])
  await short.close()
})

const freeOf = async (folder: string) => (await readDiskSpace(folder)).free

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
  await expect.poll(state).toBe('done')
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
