import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setPasswordHash } from '#api/accounts/accounts.ts'
import { hashPassword } from '#api/accounts/passwords.ts'
import { endSessions } from '#api/rights/sessions.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { TeamAnswer } from '#core/wire/account/team.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { callsOf, chosenPassword } from '#test/server/invitations.ts'
import { linkIn, type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

const publicUrl = 'https://fettle.example.com'
let mailbox: Mailbox
let server: TestServer
let calls: ReturnType<typeof callsOf>
let dana: SignedInTest
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl })
  calls = callsOf(server, mailbox)
})
beforeEach(async () => {
  dana = await server.registerCompany({ businessName: 'Harrow & Pike' })
})
afterAll(async () => {
  await server?.close()
  await mailbox?.close()
})

describe('a change of password', () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    server.call(paths.password, { token, body: { currentPassword, newPassword } })

  test('needs the current password, and signs out all other devices', async () => {
    const tom = await calls.joined(dana)
    const other: SignedIn = await (await calls.login(tom.user.email)).json()
    const wrong = await change(tom.token, 'not the word 9', 'brand new word 3')
    expect(wrong.status).toBe(403)
    expect(await wrong.json()).toMatchObject({ error: 'Current password is incorrect.', code: 'wrong-password' })
    expect(await (await change(tom.token, chosenPassword, 'short')).json()).toMatchObject({
      error: 'Password must be at least 6 characters long.',
    })
    expect(await (await change(tom.token, chosenPassword, 'password1')).json()).toMatchObject({
      code: 'password-refused',
    })
    expect(await (await change(tom.token, chosenPassword, '')).json()).toMatchObject({ code: 'fields-required' })
    const changed = await change(tom.token, chosenPassword, 'brand new word 3')
    expect(await changed.json()).toEqual({ message: 'Password updated successfully!' })
    expect((await calls.me(tom.token)).status).toBe(200)
    expect((await calls.me(other.token)).status).toBe(401)
    expect((await calls.login(tom.user.email)).status).toBe(401)
    expect((await calls.login(tom.user.email, 'brand new word 3')).status).toBe(200)
  })

  test('voids a link requested before', async () => {
    const tom = await calls.joined(dana)
    await calls.forgot(tom.user.email)
    const { token } = linkIn((await mailbox.letterTo(tom.user.email, 2)).text)
    await change(tom.token, chosenPassword, 'brand new word 3')
    expect((await calls.reset(token)).status).toBe(410)
  })

  test('by a link ends the calendar link that was made before', async () => {
    const tom = await calls.joined(dana)
    const made = await server.call(paths.calendarFeed, { token: tom.token, body: { visits: 'mine' } })
    const { path } = (await made.json()).feed
    expect((await server.call(path)).status).toBe(200)
    await calls.forgot(tom.user.email)
    const { token } = linkIn((await mailbox.letterTo(tom.user.email, 2)).text)
    expect((await calls.reset(token, 'brand new word 3')).status).toBe(200)
    expect((await server.call(path)).status).toBe(404)
  })

  test('voids a link requested before that is still to be mailed', async () => {
    const tom = await calls.joined(dana)
    const { authPool } = server.services
    const waiting = () => authPool.query("select from mail where kind = 'reset' and recipient = $1", [tom.user.email])
    await authPool.query(
      "insert into mail (mail_id, kind, recipient, due_at) values ($1, 'reset', $2, now() + interval '1 hour')",
      [uuid(), tom.user.email],
    )
    expect((await waiting()).rowCount).toBe(1)
    await change(tom.token, chosenPassword, 'brand new word 3')
    expect((await waiting()).rowCount).toBe(0)
  })

  test('leaves no session to a concurrent sign-in with the old password', async () => {
    const tom = await calls.joined(dana)
    const { userId, companyId } = tom.user
    const { authPool } = server.services
    let signingIn: Promise<Response> | undefined
    let hasSettled = false
    await inCompany(authPool, companyId, async (client) => {
      await setPasswordHash(client, { userId, passwordHash: await hashPassword('brand new word 3') })
      await endSessions(client, userId)
      signingIn = calls.login(tom.user.email)
      void signingIn.then(() => {
        hasSettled = true
      })
      const isWaiting = async () => hasSettled || (await waitingForLock(client)) > 0
      await expect.poll(isWaiting).toBe(true)
    })
    expect((await signingIn)?.status).toBe(401)
    const { rowCount } = await authPool.query('select from session where user_id = $1 and revoked_at is null', [userId])
    expect(rowCount).toBe(0)
  })

  test('happens once when three requests with the current password arrive together', async () => {
    const tom = await calls.joined(dana)
    const words = ['brand new word 3', 'brand new word 4', 'brand new word 5']
    const answers = await Promise.all(words.map((word) => change(tom.token, chosenPassword, word)))
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 403, 403])
    const changed = words[answers.findIndex((one) => one.ok)]
    expect((await calls.login(tom.user.email, changed)).status).toBe(200)
  })
})

describe('sessions', () => {
  const list = async (token: string) => (await (await server.call(paths.sessions, { token })).json()).sessions
  const end = (token: string, sessionId: string) =>
    server.call(pathTo(paths.session, { sessionId }), { method: 'DELETE', token })

  test('are listed with device, place and last use and the current one marked, and can be ended one by one or all others together', async () => {
    const tom = await calls.joined(dana)
    const headers = { 'user-agent': 'Telephone' }
    const signIn = async (): Promise<SignedIn> =>
      (await server.call(paths.login, { body: { email: tom.user.email, password: chosenPassword }, headers })).json()
    const [second, third, fourth] = [await signIn(), await signIn(), await signIn()]
    const sessions = await list(second.token)
    expect(sessions).toHaveLength(4)
    expect(sessions[0]).toMatchObject({ device: 'Telephone', place: '127.0.0.1', current: true })
    const thirdId = (await list(third.token))[0].sessionId
    expect((await end(second.token, thirdId)).status).toBe(200)
    expect((await calls.me(third.token)).status).toBe(401)
    expect((await server.call(paths.sessions, { method: 'DELETE', token: second.token })).status).toBe(200)
    for (const { token } of [tom, fourth]) expect((await calls.me(token)).status).toBe(401)
    expect(await list(second.token)).toMatchObject([{ current: true }])
  })

  test('are beside the newest sign-ins and wrong passwords, with device and a shortened address, each to their person alone', async () => {
    const tom = await calls.joined(dana)
    const body = { email: tom.user.email, password: chosenPassword }
    const headers = { 'user-agent': 'Telephone' }
    expect((await server.call(paths.login, { body: { ...body, password: 'wrong' }, headers })).status).toBe(401)
    expect((await server.call(paths.login, { body, headers })).status).toBe(200)
    const signIns = async ({ token }: SignedIn) => (await (await server.call(paths.signIns, { token })).json()).signIns
    const own = {
      at: expect.any(String),
      place: '127.0.0.x',
      device: 'Telephone',
      times: expect.any(Number),
      how: 'password',
    }
    await expect
      .poll(() => signIns(tom))
      .toEqual(
        expect.arrayContaining([
          { ...own, failed: false },
          { ...own, failed: true },
        ]),
      )
    expect(await signIns(dana)).toMatchObject([{ failed: false }])
  })

  test('and sign-ins, to-dos and the account are in a file for the person alone, without the secret of the calendar link', async () => {
    const tom = await calls.joined(dana)
    await server.call(paths.calendarFeed, { token: tom.token, body: { visits: 'mine' } })
    const answer = await server.call(paths.personalData, { token: tom.token })
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=fettle-personal-data.json')
    expect(await answer.json()).toEqual({
      user: tom.user,
      details: {},
      earlierNames: [],
      memberSince: expect.any(String),
      sessions: [expect.objectContaining({ current: true, place: '127.0.0.1' })],
      signIns: [expect.objectContaining({ failed: false, place: '127.0.0.1' })],
      todos: [],
      views: [],
      morningList: false,
      viewsOpened: [],
      notices: {},
      pushDevices: [],
      calendarFeed: { visits: 'mine', createdAt: expect.any(String), lastReadBy: '' },
    })
  })

  test('of other people are not found and cannot be ended', async () => {
    const tom = await calls.joined(dana)
    const stranger = await server.registerCompany()
    for (const person of [dana, stranger]) {
      const [{ sessionId }] = await list(person.token)
      expect((await end(tom.token, sessionId)).status).toBe(404)
      expect((await calls.me(person.token)).status).toBe(200)
    }
    expect((await end(tom.token, 'x')).status).toBe(404)
  })
})

describe("the specification's calls on people", () => {
  test('the owner changes a role and removes a person, and each takes effect at the next request', async () => {
    const tom = await calls.joined(dana)
    const changed = await calls.setRole(dana, tom.user.userId, 'admin')
    expect(await changed.json()).toEqual({ message: 'User role updated successfully.' })
    expect((await (await calls.me(tom.token)).json()).user.userRole).toBe('admin')
    expect((await calls.remove(dana, tom.user.userId)).status).toBe(200)
    expect((await calls.me(tom.token)).status).toBe(401)
  })

  test('nobody else may, no company affects another, and owners stay', async () => {
    const [tom, priya] = [await calls.joined(dana), await calls.joined(dana, 'admin')]
    const stranger = await server.registerCompany()
    for (const person of [tom, priya]) {
      expect((await calls.setRole(person, person.user.userId, 'admin')).status).toBe(403)
      expect((await calls.remove(person, tom.user.userId)).status).toBe(403)
    }
    expect((await calls.setRole(stranger, tom.user.userId, 'admin')).status).toBe(404)
    expect((await calls.remove(stranger, tom.user.userId)).status).toBe(404)
    expect((await calls.setRole(dana, dana.user.userId, 'team')).status).toBe(403)
    expect((await calls.remove(dana, dana.user.userId)).status).toBe(403)
    expect((await calls.setRole(dana, tom.user.userId, 'owner')).status).toBe(400)
    expect((await (await calls.me(tom.token)).json()).user.userRole).toBe('team')
  })

  const claim = (by: SignedInTest, { user }: Pick<SignedInTest, 'user'>, over: object = {}) => {
    const { userId: uid, userRole, username, companyId } = user
    return server.call(paths.setCustomClaims, {
      token: by.token,
      body: { uid, userRole, username, companyId, ...over },
    })
  }

  test("setCustomClaims: people may repeat their own role, an owner sets a member's, and all else is refused", async () => {
    const [tom, priya] = [await calls.joined(dana), await calls.joined(dana, 'admin')]
    const stranger = await server.registerCompany()
    for (const person of [tom, priya, dana]) expect((await claim(person, person)).status).toBe(200)
    const refused = [
      claim(tom, tom, { userRole: 'admin' }),
      claim(tom, tom, { userRole: 'owner' }),
      claim(priya, priya, { userRole: 'owner' }),
      claim(priya, tom, { userRole: 'admin' }),
      claim(tom, priya, { userRole: 'team' }),
      claim(tom, tom, { companyId: stranger.user.companyId }),
      claim(tom, tom, { username: 'someone.else' }),
      claim(dana, tom, { userRole: 'owner' }),
      claim(dana, dana, { userRole: 'team' }),
      claim(dana, stranger, { companyId: dana.user.companyId }),
      claim(stranger, tom, { userRole: 'admin' }),
      claim(dana, tom, { uid: 'x' }),
    ]
    for (const answer of await Promise.all(refused)) {
      expect(answer.status).toBe(403)
      expect(await answer.json()).toEqual({ error: 'Failed to set custom claims', code: 'claims-refused' })
    }
    expect((await claim(dana, tom, { userRole: 'admin' })).status).toBe(200)
    expect((await (await calls.me(tom.token)).json()).user.userRole).toBe('admin')
  })
})

test('the owner sees emails, joining dates and last use; admin and team see only names and roles', async () => {
  const owner = await server.registerCompany()
  const [admin, team] = [await calls.joined(owner, 'admin'), await calls.joined(owner)]
  const read = async ({ token }: SignedInTest, after = 0): Promise<TeamAnswer> =>
    (await server.call(`${paths.team}?after=${after}`, { token })).json()
  await expect.poll(async () => (await read(owner)).users.length).toBe(3)
  for (const one of (await read(owner)).users)
    expect(one).toMatchObject({
      email: expect.any(String),
      createdAt: expect.any(String),
      lastActiveAt: expect.any(String),
    })
  for (const person of [admin, team])
    for (const one of (await read(person)).users)
      expect(Object.keys(one).toSorted()).toEqual(['state', 'userId', 'userRole', 'username'])
})

test('requests for links are limited, and wrong links from an office keep nobody there from opening theirs', async () => {
  const strict = await startServer({ loginFailures: 3 })
  const statuses = async (ask: () => Promise<Response>) => {
    const found: number[] = []
    for (let count = 0; count < 4; count += 1) found.push((await ask()).status)
    return found
  }
  const guess = () => strict.call(paths.acceptInvitation, { body: { token: 'guessed', password: chosenPassword } })
  expect(await statuses(guess)).toEqual([410, 410, 410, 410])
  const ask = () => strict.call(paths.forgot, { body: { email: 'dana@harrowpike.example' } })
  expect(await statuses(ask)).toEqual([200, 200, 200, 429])
  await strict.close()
})
