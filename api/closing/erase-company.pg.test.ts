import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSealed } from '#core/evidence/check-sealed.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { foundIn, keptOfErased, rowsOf as rowsIn, withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { listen } from '#test/server/push-client.ts'
import { tools } from '#test/server/sealed-files.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { finishAllClosings } from './finish-closings.ts'

const day = 86_400_000
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const canary = 'Quillfeather'
const inAMonth = () => new Date(Date.now() + 31 * day)
const finish = (over: Partial<Parameters<typeof finishAllClosings>[0]> = {}, inc = () => {}, signal?: AbortSignal) =>
  finishAllClosings({ ...server.services, now: inAMonth, ...over }, { inc }, signal)
const verified = async (companyId: string) => {
  const pool = connect(server.database.url, 'fettle_projector', { max: 2 })
  try {
    return await verifyLedger(pool, { companyId })
  } finally {
    await pool.end()
  }
}
/** A closed company with everything that may hold a person's words: notes, photos, parts, to-dos, an import, a feed; and a refusal. */
async function closedCompany() {
  const owner = await server.registerCompany({ businessName: 'Harrow & Pike', username: `dana.${canary}` })
  const tom = await addMember(server, owner, 'admin', `tom.${canary}`)
  const { companyId, userId } = owner.user
  const { jobId } = await createJob(server, owner, { apartmentName: `${canary} House`, receivedBy: `Mrs ${canary}` })
  for (let note = 0; note < 3; note += 1)
    await accepted(server, tom, 'AddNote', { jobId, noteId: uuid(), note: `${canary} was not in` })
  const fields = { descriptions: `["${canary} at the door"]` }
  const files = [{ bytes: await smallPhoto() }]
  expect((await upload(server, tom, jobId, { files, fields })).status).toBe(200)
  await sendCommands(server, tom, command('DeleteNote', { jobId, noteId: uuid() }, { attempt: 1 }))
  await accepted(server, tom, 'AddTodo', { userId: tom.user.userId, todoId: uuid(), text: `Ring ${canary}` })
  const pack = await server.call(`${pathTo(paths.jobEvidence, { jobId })}?format=json&notes=yes`, {
    token: owner.token,
  })
  const closing = await server.call(paths.companyClosing, { token: owner.token, body: { name: 'Harrow & Pike' } })
  expect(closing.status).toBe(200)
  return { owner, tom, companyId, userId, jobId, pack: await pack.json() }
}
const rowsOf = (companyId: string, people: readonly SignedInTest[] = []) =>
  rowsIn(
    server.database,
    companyId,
    people.map((one) => one.user.userId),
  )
const imagesOf = (companyId: string) =>
  readdir(join(server.services.config.dataFolder, 'images', companyId)).catch(() => [])
const mayCall = async ({ token }: SignedInTest) => (await server.call(paths.me, { token })).status === 200

test('after the thirty days everything of the company is gone but a chain that verifies, and earlier evidence still checks', async () => {
  const other = await server.registerCompany()
  const kept = await createJob(server, other, { apartmentName: 'Barnaby House' })
  const { owner, tom, companyId, pack } = await closedCompany()
  await finish({ now: () => new Date(Date.now() + 29 * day) })
  expect(await mayCall(owner)).toBe(true)
  const device = await listen(server, tom)
  let companies = 0
  await finish({}, () => {
    companies += 1
  })
  expect(companies).toBe(1)

  await expect.poll(() => device.socket.connected).toBe(false)
  device.close()
  await expect.poll(() => foundIn(server, [canary])).toEqual([])
  for (const person of [owner, tom]) {
    expect(await mayCall(person)).toBe(false)
    const { email } = person.user
    expect((await server.call(paths.login, { body: { email, password: person.password } })).status).toBe(401)
  }
  expect(await imagesOf(companyId)).toEqual([])
  // Whatever the projectors did about it, they have done once they have folded something later.
  server.services.bell.ring('fettle_appended', [companyId])
  const later = await createJob(server, other)
  await server.call(`${pathTo(paths.job, { jobId: later.jobId })}?after=${later.seq}`, { token: other.token })
  const left = await rowsOf(companyId, [owner, tom])
  expect(Object.keys(left)).toEqual(keptOfErased)
  expect(await verified(companyId)).toMatchObject([{ events: left.event }])
  expect(await verified(companyId)).not.toMatchObject([{ fault: expect.anything() }])
  // Nothing tells any more whose sessions those are; each device hears once why its own ended.
  const sessions = await withSuperuser(server.database.url, async (client) => {
    const { rows } = await client.query('select device, address from session where company_id = $1', [companyId])
    return rows
  })
  expect(new Set(sessions.map((one) => `${one.device}${one.address}`))).toEqual(new Set(['']))
  const refresh = async (cookie: string) =>
    (await server.call(paths.refresh, { method: 'POST', cookie, headers: { 'sec-fetch-site': 'same-origin' } })).json()
  expect(await refresh(tom.cookie)).toEqual({
    error: 'Your company was closed, and is now erased.',
    code: 'account-erased',
  })
  expect(await refresh(tom.cookie)).toMatchObject({ code: 'not-signed-in' })
  const sealed = await checkSealed(pack, tools)
  expect(sealed).toMatchObject({ signed: true })
  expect(sealed?.fault).toBeUndefined()

  await finish({}, () => {
    companies += 1
  })
  expect(companies).toBe(1)
  expect(await mayCall(other)).toBe(true)
  const answer = await server.call(pathTo(paths.job, { jobId: kept.jobId }), { token: other.token })
  expect((await answer.json()).job.apartmentName).toBe('Barnaby House')
})

test('several runs at the same time erase a company once', async () => {
  const { companyId } = await closedCompany()
  const before = (await rowsOf(companyId)).event ?? 0
  let times = 0
  const count = () => {
    times += 1
  }
  await Promise.all([finish({}, count), finish({}, count), finish({}, count)])
  await finish({}, count)
  expect(times).toBe(1)
  const left = await rowsOf(companyId)
  expect(Object.keys(left)).toEqual(keptOfErased)
  expect(left.event).toBe(before + 1)
  expect(await verified(companyId)).not.toMatchObject([{ fault: expect.anything() }])
})

test('of two processes that come to the end at the same time one has erased the company', async () => {
  await closedCompany()
  const { ledgerPool } = server.services
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let there = 0
  // A process that looks for the head to sign has erased everything.
  const connect = async () => {
    there += 1
    if (there === 1) first.resolve()
    else second.resolve()
    await second.promise
    return ledgerPool.connect()
  }
  const held: typeof ledgerPool = Object.create(ledgerPool, { connect: { value: connect } })
  let times = 0
  const count = () => {
    times += 1
  }
  const finishing = finish({ ledgerPool: held }, count)
  await first.promise
  await Promise.all([finishing, finish({ ledgerPool: held }, count)])
  await finish({}, count)
  expect(times).toBe(1)
})

test('an erasure that breaks off half-way is finished later, and holds up no other company', async () => {
  const [broken, whole] = [await closedCompany(), await closedCompany()]
  const { images } = server.services
  const files = {
    ...images.files,
    removeAll: (companyId: string) =>
      companyId === broken.companyId ? Promise.reject(new Error('no store')) : images.files.removeAll(companyId),
  }
  await finish({ images: { ...images, files } })
  expect(Object.keys(await rowsOf(whole.companyId))).not.toContain('document')
  // Nobody can reopen it, or read what is left, from here on.
  expect(await mayCall(broken.owner)).toBe(false)
  expect(Object.keys(await rowsOf(broken.companyId))).toContain('document')
  expect(await verified(broken.companyId)).not.toMatchObject([{ fault: expect.anything() }])
  const metrics = await server.services.metrics.metrics()
  expect(metrics).toContain('fettle_task_failing{task="closings"} 1')

  const later = () => new Date(inAMonth().getTime() + day)
  await finish({ now: later }, undefined, AbortSignal.abort())
  expect(Object.keys(await rowsOf(broken.companyId))).toContain('document')
  await finish({ now: later, setbacks: { ...server.services.setbacks, closings: patient } })
  expect(Object.keys(await rowsOf(broken.companyId))).not.toContain('document')
  expect(await foundIn(server, [canary])).toEqual([])
})

/** As another process has it, in which nothing has failed yet. */
const patient: Parameters<typeof finishAllClosings>[0]['setbacks']['closings'] = {
  attempt: async (_, work) => void (await work()),
  failed: () => ({ failures: 0, pause: 0 }),
  succeeded: () => undefined,
  pausing: () => [],
  of: () => undefined,
}
