import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember } from '#api/auth/accounts/create-member.ts'
import { appendOrConflict, decideAppend } from '#api/commands/decide-and-append.ts'
import type { Command } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readEvents, readStream } from '#ledger/log/read.ts'
import { cookieIn, type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let owner: SignedInTest
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const password = 'ladder and bucket'
const byOwner = () => ({ companyId: owner.user.companyId, userId: owner.user.userId, role: 'owner' as const })
const login = (email: string) => server.call('/api/auth/login', { body: { email, password } })
const me = (token: string) => server.call('/api/me', { token })

async function addMember(username: string, userRole: 'admin' | 'team' = 'team') {
  const email = `${username}-${crypto.randomUUID()}@example.com`
  const made = await createMember(server.services.authPool, byOwner(), { username, email, password, userRole })
  if (made === 'email-taken' || isRefusal(made)) throw new Error('Not made')
  return { ...made, email }
}

/** Appends an owner's command directly to the log. */
async function command(one: Command, streamId: string) {
  const { authPool } = server.services
  const history = await readStream(authPool, owner.user.companyId, streamId)
  const append = decideAppend(byOwner(), one, { history })
  if (isRefusal(append)) throw new Error(append.error)
  await inCompany(authPool, owner.user.companyId, (client) => appendOrConflict(client, append))
}

test('a member added by the owner can sign in with the assigned role', async () => {
  owner = await server.registerCompany()
  const maya = await addMember('maya.lind', 'admin')
  const answer = await login(maya.email)
  expect(await answer.json()).toMatchObject({
    user: { userId: maya.userId, username: 'maya.lind', userRole: 'admin', companyId: owner.user.companyId },
  })
  const events = await inCompany(server.services.ledgerPool, owner.user.companyId, (client) =>
    readEvents(client, owner.user.companyId, 2, 10),
  )
  expect(events.map(({ type, actorId, actorRole }) => ({ type, actorId, actorRole }))).toEqual([
    { type: 'MemberInvited', actorId: owner.user.userId, actorRole: 'owner' },
    { type: 'MemberJoined', actorId: maya.userId, actorRole: 'admin' },
  ])
})

test('a demotion takes effect at the next request, with a token issued before', async () => {
  owner = await server.registerCompany()
  const maya = await addMember('maya.lind', 'admin')
  const { token } = await (await login(maya.email)).json()
  expect((await (await me(token)).json()).user.userRole).toBe('admin')
  await command({ type: 'ChangeRole', data: { userId: maya.userId, userRole: 'team' } }, maya.userId)
  expect((await (await me(token)).json()).user.userRole).toBe('team')
})

test('a removal takes effect at the next request: token, cookie and password are refused', async () => {
  owner = await server.registerCompany()
  const tom = await addMember('tom.okafor')
  const signedIn = await login(tom.email)
  const { token } = await signedIn.json()
  expect((await me(token)).status).toBe(200)
  await command({ type: 'RemoveMember', data: { userId: tom.userId } }, tom.userId)
  expect((await me(token)).status).toBe(401)
  expect((await server.call('/api/auth/refresh', { method: 'POST', cookie: cookieIn(signedIn) })).status).toBe(401)
  const again = await login(tom.email)
  expect(again.status).toBe(401)
  expect(await again.json()).toMatchObject({ code: 'authentication-failed' })
})

test('a person who is restored signs in again: nothing of before their removal is good any more', async () => {
  const tessa = await addMember('tessa.hall')
  const before = await login(tessa.email)
  const { token } = await before.json()
  const { userId } = tessa
  await command({ type: 'RemoveMember', data: { userId } }, userId)
  await command({ type: 'RestoreMember', data: { userId } }, userId)
  expect((await me(token)).status).toBe(401)
  const renewed = await server.call('/api/auth/refresh', { method: 'POST', cookie: cookieIn(before) })
  expect(renewed.status).toBe(401)
  const after = await login(tessa.email)
  expect((await me((await after.json()).token)).status).toBe(200)
})

test('an invited person cannot sign in before accepting', async () => {
  owner = await server.registerCompany()
  const tom = await addMember('tom.okafor')
  await command({ type: 'RemoveMember', data: { userId: tom.userId } }, tom.userId)
  await command({ type: 'InviteMember', data: { userId: tom.userId, userRole: 'team' } }, tom.userId)
  expect((await login(tom.email)).status).toBe(401)
})

test('a company has at most ten people, however many are added at once', async () => {
  owner = await server.registerCompany()
  const { authPool } = server.services
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      createMember(authPool, byOwner(), {
        username: `person.${index}`,
        email: `person-${index}-${owner.user.userId}@example.com`,
        password,
        userRole: 'team',
      }).catch((error: unknown) => error),
    ),
  )
  const refused = made.filter((one) => typeof one === 'object' && one !== null && isRefusal(one))
  const added = made.filter((one) => typeof one === 'object' && one !== null && 'userId' in one)
  expect(added.length).toBeLessThanOrEqual(9)
  expect(added.length).toBeGreaterThan(0)
  for (let more = added.length; more < 9; more += 1) await addMember(`more.${more}`)
  await expect(addMember('eleventh')).rejects.toThrow('Not made')
  for (const one of refused) expect(one).toMatchObject({ error: 'Your plan allows up to 10 users.', kind: 'limit' })
})

test('a member cannot take an email that has an account, and the attempt leaves nothing behind', async () => {
  owner = await server.registerCompany()
  const { authPool, ledgerPool } = server.services
  const member = { username: 'twin', email: owner.user.email, password, userRole: 'team' } as const
  expect(await createMember(authPool, byOwner(), member)).toBe('email-taken')
  const events = await inCompany(ledgerPool, owner.user.companyId, (client) =>
    readEvents(client, owner.user.companyId, 0, 10),
  )
  expect(events).toHaveLength(2)
})

test('only an owner adds members', async () => {
  owner = await server.registerCompany()
  const actor = { ...byOwner(), role: 'admin' as const }
  const member = { username: 'x', email: 'x@example.com', password, userRole: 'team' } as const
  expect(await createMember(server.services.authPool, actor, member)).toMatchObject({ refused: 'owner-only' })
})

test("a new company's owner gets a response before the projector has seen the company, and the same one afterwards", async () => {
  const early = await startServer({}, { projector: false })
  const { token, user } = await early.registerCompany({ businessName: 'Early Birds' })
  const answer = await early.call('/api/me', { token })
  expect(await answer.json()).toMatchObject({
    user,
    company: { companyId: user.companyId, name: 'Early Birds', timeZone: 'Europe/London', totalJob: 0, totalApts: 0 },
  })
  await early.close()
})
