import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { mostUsers } from '#core/member/member.ts'
import type { InvitationAnswer, TeamAnswer } from '#core/wire/account/team.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { chosenPassword, someone } from '#test/server/invitations.ts'
import { linkIn } from '#test/server/mailbox.ts'
import { addMember } from '#test/server/people.ts'
import { cut, listen } from '#test/server/push-client.ts'
import { cookieIn, type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

/** Two processes of one installation: they share only the database and the keys. */
let here: TestServer
let there: TestServer
let database: TestDatabase
let dataFolder: string
beforeAll(async () => {
  database = await createDatabase()
  dataFolder = await mkdtemp(path.join(tmpdir(), 'fettle-two-'))
  here = await startServer({ dataFolder }, { database })
  there = await startServer({ dataFolder }, { database, projector: false })
  for (const { services } of [here, there]) services.transport.send = async () => undefined
})
afterAll(async () => {
  await here?.close()
  await there?.close()
  await database?.drop()
  await rm(dataFolder, { recursive: true })
})

/** Sends concurrent requests, alternating between both processes. */
const callBoth = (times: number, ask: (server: TestServer, nth: number) => Promise<Response>) =>
  Promise.all(Array.from({ length: times }, (_, nth) => ask(nth % 2 === 0 ? here : there, nth)))
const statusesOf = (answers: readonly Response[]) => answers.map((one) => one.status).toSorted()

const invite = async (server: TestServer, owner: SignedInTest) =>
  server.call(paths.addTeamMember, {
    token: owner.token,
    body: { ...someone(), role: 'team', companyId: owner.user.companyId },
  })

test('a cookie renewed by both processes at the same time gets a good successor from each', async () => {
  const { cookie } = await here.registerCompany()
  const answers = await callBoth(8, (server) => server.call(paths.refresh, { method: 'POST', cookie }))
  expect(statusesOf(answers)).toEqual(Array(8).fill(200))
  const last = cookieIn(answers[7] ?? new Response())
  const again = await callBoth(8, (server) => server.call(paths.refresh, { method: 'POST', cookie: last }))
  expect(statusesOf(again)).toEqual(Array(8).fill(200))
})

test('an email gets one account, and an invitation one password, whichever process handles the request', async () => {
  const { email } = someone()
  const body = { businessName: 'Twice', username: 'twice', email, password: chosenPassword }
  const registered = await callBoth(6, (server) => server.call(paths.register, { body }))
  expect(statusesOf(registered)).toEqual([200, ...Array(5).fill(409)])
  const owner = await here.registerCompany()
  const { link }: InvitationAnswer = await (await invite(there, owner)).json()
  const { token } = linkIn(link ?? '')
  const attempts = await callBoth(6, (server, nth) =>
    server.call(paths.acceptInvitation, { body: { token, password: `ladder and bucket ${nth}` } }),
  )
  expect(statusesOf(attempts)).toEqual([200, ...Array(5).fill(410)])
})

test('a company has at most ten people, when both processes invite and restore people at the same time', async () => {
  const owner = await here.registerCompany()
  const gone = await addMember(here, owner, 'team')
  await accepted(here, owner, 'RemoveMember', { userId: gone.user.userId })
  const restoring = sendCommands(there, owner, command('RestoreMember', { userId: gone.user.userId }))
  const answers = await callBoth(14, (server) => invite(server, owner))
  await restoring
  for (const status of statusesOf(answers)) expect([200, 403, 409]).toContain(status)
  // Requests that lost the race are retried until no places are left.
  while ((await invite(here, owner)).ok);
  const { seq } = await createJob(here, owner)
  const team: TeamAnswer = await (await here.call(`${paths.team}?after=${seq}`, { token: owner.token })).json()
  expect(team.users.filter((one) => one.state !== 'removed')).toHaveLength(mostUsers)
})

test('a person removed at one process is signed out at the other: at the next request, and their sockets too', async () => {
  const owner = await here.registerCompany()
  const ann = await addMember(here, owner, 'admin')
  const device = await listen(there, ann)
  expect((await there.call(paths.me, { token: ann.token })).status).toBe(200)
  const { userId } = ann.user
  const removed = await here.call(pathTo(paths.user, { userId }), { method: 'DELETE', token: owner.token })
  expect(removed.status).toBe(200)
  expect((await there.call(paths.me, { token: ann.token })).status).toBe(401)
  expect((await there.call(paths.refresh, { method: 'POST', cookie: ann.cookie })).status).toBe(401)
  await cut(device)
})

test('signing out everywhere at one process ends the sessions and sockets at the other', async () => {
  const owner = await here.registerCompany()
  const { user, token } = await addMember(here, owner, 'team')
  const password = 'sash window 15'
  const other = await (await there.call(paths.login, { body: { email: user.email, password } })).json()
  const device = await listen(there, other)
  expect((await here.call(paths.sessions, { method: 'DELETE', token })).status).toBe(200)
  expect((await there.call(paths.me, { token: other.token })).status).toBe(401)
  await cut(device)
  expect((await there.call(paths.me, { token })).status).toBe(200)
})

test('wrong passwords are counted together: two processes allow no more of them than one', async () => {
  // The clock stands still: no wait ends before the last try.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const strict = { dataFolder, loginFailures: 4 }
  const [one, two] = [
    await startServer(strict, { database, projector: false }),
    await startServer(strict, { database, projector: false }),
  ]
  await one.services.authPool.query('delete from rate_limit')
  // All connections are open before: a process that waits too long for one counts alone for that moment.
  const open = ({ services }: TestServer) =>
    Array.from({ length: 5 }, () => services.authPool.query('select pg_sleep(0.1)'))
  await Promise.all([one, two].flatMap(open))
  const body = { email: `${uuid()}@example.com`, password: 'not the word 9' }
  const answers = await callBoth(10, (server) => (server === here ? one : two).call(paths.login, { body }))
  const [tried, refused] = [401, 429].map((status) => answers.filter((one) => one.status === status).length)
  expect(tried).toBe(strict.loginFailures)
  expect(refused).toBe(10 - (tried ?? 0))
  expect((await one.call(paths.login, { body })).status).toBe(429)
  await one.close()
  await two.close()
})
