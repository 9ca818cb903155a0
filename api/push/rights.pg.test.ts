import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { io } from 'socket.io-client'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signAccessToken } from '#api/rights/access-token.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { cut, listen, type PushClient } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
})
afterAll(() => server.close())

const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
/** Another token of the same session that lives for `seconds`. */
const tokenFor = ({ token }: { token: string }, seconds: number) => {
  const { sub, cid, sid } = claimsIn(token)
  return signAccessToken(server.services.keys, { userId: sub, companyId: cid, sessionId: sid }, seconds)
}
const refused = (person: { token: string }) => expect(listen(server, person)).rejects.toThrow('not-signed-in')

test('a socket without a valid token is refused', async () => {
  await refused({ token: '' })
  await refused({ token: `${olga.token.slice(0, -4)}AAAA` })
  await refused({ token: await tokenFor(olga, -1) })
  const notText = io(server.url, {
    path: paths.socket,
    auth: { token: { a: 1 } },
    transports: ['websocket'],
    forceNew: true,
  })
  await new Promise<void>((resolve) => notText.once('connect_error', () => resolve()))
  notText.close()
})

test('a page of another site is refused on both transports', async () => {
  for (const transports of [['websocket'], ['polling']]) {
    const foreign = io(server.url, {
      path: paths.socket,
      auth: { token: olga.token },
      transports,
      forceNew: true,
      extraHeaders: { origin: 'https://evil.example' },
    })
    const outcome = await new Promise((resolve) => {
      foreign.once('connect', () => resolve('connected'))
      foreign.once('connect_error', () => resolve('refused'))
    })
    foreign.close()
    expect(outcome).toBe('refused')
  }
})

for (const [what, demote] of [
  ['demoted', (userId: string) => accepted(server, olga, 'ChangeRole', { userId, userRole: 'team' })],
  ['removed', (userId: string) => accepted(server, olga, 'RemoveMember', { userId })],
] as const) {
  test(`a member who is ${what} receives no office fact from then on and is disconnected`, async () => {
    const ann = await addMember(server, olga, 'admin')
    const device = await listen(server, ann)
    const { jobId } = await createJob(server, olga, { agency: 'Known before' })
    await device.pushed((one) => one.projection === 'job')
    await demote(ann.user.userId)
    const editing = accepted(server, olga, 'EditJob', { jobId, agency: 'Canary after' })
    await cut(device)
    await editing
    expect(device.text()).not.toContain('Canary')
    if (what === 'removed') return refused(ann)
    const again = await listen(server, ann)
    const { seq } = await accepted(server, olga, 'EditJob', { jobId, agency: 'Canary later' })
    await again.pushed((one) => one.projection === 'job' && one.seq >= seq)
    again.close()
    expect(again.text()).not.toContain('Canary')
  })
}

test('a member’s change is pushed as everyone reads it: names and roles, not the day they joined', async () => {
  const tom = await addMember(server, olga, 'team')
  const device = await listen(server, tom)
  const ann = await addMember(server, olga, 'admin')
  const { seq } = await accepted(server, olga, 'RemoveMember', { userId: ann.user.userId })
  await device.pushed((one) => one.projection === 'members' && one.seq >= seq)
  await device.socket.emitWithAck('caught-up', { epoch: 1, seq: 0 })
  const rows = device.pushes.filter((one) => one.projection === 'members').flatMap((one) => one.rows)
  expect(rows).toContainEqual({ userId: ann.user.userId, userRole: 'admin', state: 'removed' })
  for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(['state', 'userId', 'userRole'])
  device.close()
})

test('a member demoted while their socket is being admitted is disconnected too', async () => {
  // The company has no listener yet, so its place is read first.
  const owner = await server.registerCompany()
  const ann = await addMember(server, owner, 'admin')
  const holding = new pg.Client({ connectionString: server.database.url })
  await holding.connect()
  await holding.query('begin')
  await holding.query('lock table checkpoint in access exclusive mode')
  const connecting = listen(server, ann)
  await expect
    .poll(() => waitingForLock(holding, '"epoch", "checkpoint"."projection"'))
    .toBeGreaterThan(0)
    .finally(async () => {
      await accepted(server, owner, 'ChangeRole', { userId: ann.user.userId, userRole: 'team' })
      await holding.end()
    })
  await cut(await connecting)
})

test('a page that still has the role from before it changed is disconnected, and stays once it has the new one', async () => {
  const owner = await server.registerCompany()
  const ann = await addMember(server, owner, 'admin')
  await accepted(server, owner, 'ChangeRole', { userId: ann.user.userId, userRole: 'team' })
  await cut(await listen(server, { ...ann, role: 'admin' }))
  const device = await listen(server, { ...ann, role: 'team' })
  const { jobId } = await createJob(server, owner)
  await device.pushed(({ rows }) => rows.some((row) => 'jobId' in row && row.jobId === jobId))
  expect(device.socket.connected).toBe(true)
  device.close()
})

test('a removed member is disconnected even without a projector', async () => {
  const alone = await startServer({}, { projector: false })
  const owner = await alone.registerCompany()
  const ann = await addMember(alone, owner, 'admin')
  const device = await listen(alone, ann)
  await accepted(alone, owner, 'RemoveMember', { userId: ann.user.userId })
  await cut(device)
  await alone.close()
})

test('signing out disconnects the sockets of that session, and no others', async () => {
  const ann = await addMember(server, olga, 'admin')
  const [hers, owners] = [await listen(server, ann), await listen(server, olga)]
  await server.call(paths.logout, { method: 'POST', cookie: ann.cookie })
  await cut(hers)
  expect(owners.socket.connected).toBe(true)
  owners.close()
  await refused(ann)
})

test('a socket ends with its token unless it is renewed', async () => {
  const [left, renewed] = await Promise.all([
    listen(server, { token: await tokenFor(olga, 4) }),
    listen(server, { token: await tokenFor(olga, 4) }),
  ])
  const stranger = await server.registerCompany()
  const renew = (device: PushClient, token: unknown) => device.socket.timeout(10_000).emitWithAck('renew', token)
  expect(await renew(left, stranger.token)).toBe(false)
  expect(await renew(left, 'nonsense')).toBe(false)
  expect(await renew(left, { $ne: '' })).toBe(false)
  expect(await renew(renewed, await tokenFor(olga, 60))).toBe(true)
  await cut(left)
  await sleep(500)
  expect(renewed.socket.connected).toBe(true)
  renewed.close()
})

test('of one sign-in the newest ten sockets stay: the oldest is told and gives way', async () => {
  const ann = await addMember(server, olga, 'team')
  const sockets = [await listen(server, ann)]
  let told = 0
  sockets[0]?.socket.on('given-way', () => {
    told += 1
  })
  for (let nth = 2; nth <= 11; nth += 1) sockets.push(await listen(server, ann))
  const [oldest, ...others] = sockets
  if (oldest) await cut(oldest)
  expect([told, others.filter(({ socket }) => socket.connected).length]).toEqual([1, 10])
  for (const one of sockets) one.close()
})

test('a person can have at most fifty sockets in all', async () => {
  const ann = await addMember(server, olga, 'team')
  const sockets: PushClient[] = []
  for (let device = 1; device <= 5; device += 1) {
    const signedIn = await server.call(paths.login, { body: { email: ann.user.email, password: ann.password } })
    const { token }: SignedIn = await signedIn.json()
    for (let nth = 1; nth <= 10; nth += 1) sockets.push(await listen(server, { token }))
  }
  await expect(listen(server, ann)).rejects.toThrow('too-many-sockets')
  for (const one of sockets) one.close()
})

test('a socket that floods, sends too much or sends nonsense is disconnected', async () => {
  const ann = await addMember(server, olga, 'team')
  const [flooding, large, confused] = [await listen(server, ann), await listen(server, ann), await listen(server, ann)]
  for (let message = 0; message <= 100; message += 1) flooding.socket.emit('unheard-of', message)
  large.socket.emit('renew', 'x'.repeat(70_000))
  confused.socket.emit('caught-up', { epoch: 'one', seq: -1, __proto__: {} })
  await Promise.all([cut(flooding), cut(large), cut(confused)])
  const fine = await listen(server, ann)
  const { jobId, seq } = await createJob(server, olga)
  await fine.pushed((one) => one.projection === 'job' && one.seq >= seq)
  expect(fine.row('job', jobId)).toBeDefined()
  fine.close()
})

test('nothing a client sends puts it into a room or reaches other clients', async () => {
  const stranger = await server.registerCompany()
  const spy = await listen(server, stranger)
  const room = `company:${olga.user.companyId}:office`
  for (const event of ['join', 'subscribe', 'room', 'changed']) spy.socket.emit(event, room, { room })
  const office = await listen(server, olga)
  office.socket.emit('changed', { epoch: 1, projection: 'job', seq: 1, rows: [{ jobId: uuid() }], removed: [] })
  const { jobId, seq } = await createJob(server, olga)
  await office.pushed((one) => one.seq >= seq)
  await sleep(100)
  expect(spy.text()).not.toContain(jobId)
  spy.close()
  office.close()
})
