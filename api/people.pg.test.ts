import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mostUsers } from '#core/member.ts'
import { paths, pathTo, type SignedIn, type TeamAnswer } from '#core/wire.ts'
import type { InvitationAnswer } from '#core/wire-people.ts'
import { linkIn, type Mailbox, openMailbox } from '#test/mailbox.ts'
import { addMember } from '#test/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server.ts'

const publicUrl = 'https://fettle.example.com'
let mailbox: Mailbox
let server: TestServer
let dana: SignedInTest
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl })
})
beforeEach(async () => {
  dana = await server.registerCompany({ businessName: 'Harrow & Pike' })
})
afterAll(async () => {
  await server?.close()
  await mailbox?.close()
})

const password = 'ladder and bucket'
let people = 0
const someone = (username = 'grace.adeyemi') => ({
  username,
  email: `${username}-${++people}-${Date.now()}@example.com`,
})

const add = (owner: SignedInTest, person: { username: string; email: string }, role = 'team', over: object = {}) =>
  server.call(paths.addTeamMember, {
    token: owner.token,
    body: { ...person, role, companyId: owner.user.companyId, ...over },
  })
const accept = (token: string, chosen = password) =>
  server.call(paths.acceptInvitation, { body: { token, password: chosen } })
const reset = (token: string, chosen = password) => server.call(paths.reset, { body: { token, password: chosen } })
const login = (email: string, chosen = password) => server.call(paths.login, { body: { email, password: chosen } })
const forgot = (email: string) => server.call(paths.forgot, { body: { email } })
const me = (token: string) => server.call(paths.me, { token })
const setRole = (by: SignedInTest, userId: string, role: string) =>
  server.call(pathTo(paths.user, { userId }), { method: 'PUT', token: by.token, body: { role } })
const remove = (by: SignedInTest, userId: string) =>
  server.call(pathTo(paths.user, { userId }), { method: 'DELETE', token: by.token })

async function invited(owner = dana, role = 'team') {
  const person = someone()
  const answer = await add(owner, person, role)
  expect(answer.status).toBe(200)
  const { userId }: InvitationAnswer = await answer.json()
  return { ...person, userId, link: linkIn((await mailbox.letterTo(person.email)).text) }
}

/** Somebody in the company who came by an invitation. */
async function joined(owner = dana, role = 'team'): Promise<SignedInTest> {
  const { link } = await invited(owner, role)
  const answer: SignedIn = await (await accept(link.token)).json()
  return { ...answer, cookie: '', password }
}

describe('an invitation', () => {
  test('goes out by mail with a link that sets the password once and signs in', async () => {
    const person = someone('noor.hassan')
    const answer = await add(dana, person, 'admin')
    expect(answer.status).toBe(200)
    const { userId, ...rest }: InvitationAnswer = await answer.json()
    expect(rest).toEqual({ expiresAt: expect.any(String) })
    const letter = await mailbox.letterTo(person.email)
    expect(letter.subject).toBe('Harrow & Pike invites you to Fettle')
    const { href, token } = linkIn(letter.text)
    expect(href.startsWith(`${publicUrl}/set-password#invitation=`)).toBe(true)
    const whose = await server.call(paths.passwordLink, { body: { token } })
    expect(await whose.json()).toEqual({ purpose: 'invitation', ...person, businessName: 'Harrow & Pike' })
    expect((await login(person.email)).status).toBe(401)
    const accepted = await accept(token)
    expect(await accepted.json()).toMatchObject({ user: { userId, userRole: 'admin', ...person } })
    expect((await login(person.email)).status).toBe(200)
    expect((await accept(token, 'another word 17')).status).toBe(410)
    expect((await login(person.email)).status).toBe(200)
  })

  test('refuses a short and a common password, and stays good', async () => {
    const { link } = await invited()
    expect(await (await accept(link.token, 'short')).json()).toMatchObject({
      error: 'Password must be at least 6 characters long.',
    })
    expect(await (await accept(link.token, 'password1')).json()).toMatchObject({
      error: 'This password is too common. Please choose another.',
    })
    expect((await accept(link.token)).status).toBe(200)
  })

  test('that is replaced by a new link, is withdrawn, or is too old does not work', async () => {
    const replaced = await invited()
    const again = await server.call(pathTo(paths.invitation, { userId: replaced.userId }), {
      method: 'POST',
      token: dana.token,
    })
    expect(again.status).toBe(200)
    const second = linkIn((await mailbox.letterTo(replaced.email, 2)).text)
    expect((await accept(replaced.link.token)).status).toBe(410)
    expect((await remove(dana, replaced.userId)).status).toBe(200)
    expect((await accept(second.token)).status).toBe(410)
    const old = await invited()
    await server.services.authPool.query(
      "update password_link set expires_at = now() - interval '1 second' where user_id = $1",
      [old.userId],
    )
    expect((await accept(old.link.token)).status).toBe(410)
  })

  test('is taken up once however many try at the same moment', async () => {
    const { link } = await invited()
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(link.token)))
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 410, 410, 410, 410])
  })

  test('waits while the mail server does not take it, and goes out once when it does', async () => {
    mailbox.full = true
    const person = someone()
    expect((await add(dana, person)).status).toBe(200)
    await expect
      .poll(async () => (await server.services.authPool.query('select tries from mail')).rows[0]?.tries)
      .toBeGreaterThanOrEqual(1)
    mailbox.full = false
    await mailbox.letterTo(person.email)
    await expect.poll(async () => (await server.services.authPool.query('select from mail')).rowCount).toBe(0)
    expect(mailbox.letters.filter(({ to }) => to.includes(person.email))).toHaveLength(1)
  })

  test('is for the owner to make, with an email of nobody else, for ten people at most', async () => {
    const owner = await server.registerCompany()
    const admin = await addMember(server, owner, 'admin')
    for (const person of [admin, await addMember(server, owner, 'team')])
      expect((await add(person, someone())).status).toBe(403)
    const taken = await add(owner, { username: 'dana', email: dana.user.email.toUpperCase() })
    expect(taken.status).toBe(409)
    expect(await taken.json()).toEqual({
      error: 'This email cannot be added. Use another one.',
      code: 'not-added',
      field: 'email',
    })
    expect((await add(owner, { username: 'me', email: admin.user.email })).status).toBe(409)
    const fields = [{ username: ' ' }, { email: '' }, { role: undefined }]
    for (const over of fields)
      expect(await (await add(owner, someone(), 'team', over)).json()).toMatchObject({
        error: 'Please fill all required fields.',
      })
    expect((await add(owner, someone(), 'owner')).status).toBe(400)
    expect((await add(owner, someone(), 'team', { companyId: dana.user.companyId })).status).toBe(403)
    for (let count = 3; count < mostUsers; count += 1) expect((await add(owner, someone())).status).toBe(200)
    const eleventh = await add(owner, someone())
    expect(eleventh.status).toBe(403)
    expect(await eleventh.json()).toMatchObject({ error: 'Your plan allows up to 10 users.' })
  })

  test('asked for ten times at once makes no eleventh person', async () => {
    const owner = await server.registerCompany()
    const answers = await Promise.all(Array.from({ length: 14 }, () => add(owner, someone())))
    expect(answers.filter((one) => one.ok)).toHaveLength(mostUsers - 1)
  })

  test('brings somebody back who was removed, as the same person with a new password', async () => {
    const back = await joined()
    await remove(dana, back.user.userId)
    const answer = await add(dana, { username: 'grace.back', email: back.user.email }, 'admin')
    expect(await answer.json()).toMatchObject({ userId: back.user.userId })
    expect((await login(back.user.email)).status).toBe(401)
    const { token } = linkIn((await mailbox.letterTo(back.user.email, 2)).text)
    expect(await (await accept(token, 'quite another 1')).json()).toMatchObject({
      user: { username: 'grace.back', userRole: 'admin' },
    })
  })
})

test('without a mail server the owner gets the link once, and the console prints it', async () => {
  const printed: string[] = []
  const alone = await startServer()
  alone.services.transport.send = async ({ to, text }) => void printed.push(`${to} ${text}`)
  const owner = await alone.registerCompany()
  const person = someone()
  const body = { ...person, role: 'team', companyId: owner.user.companyId }
  const answer: InvitationAnswer = await (await alone.call(paths.addTeamMember, { token: owner.token, body })).json()
  expect(answer.link?.startsWith(`${alone.url}/set-password#invitation=`)).toBe(true)
  const { token } = linkIn(answer.link ?? '')
  await expect.poll(() => printed.join('')).toContain(token)
  const accepted = await alone.call(paths.acceptInvitation, { body: { token, password } })
  expect(accepted.status).toBe(200)
  await alone.close()
})

describe('a forgotten password', () => {
  test('is set anew by a mailed link, which signs out everywhere else', async () => {
    const tom = await joined()
    expect((await forgot(tom.user.email.toUpperCase())).status).toBe(200)
    const letter = await mailbox.letterTo(tom.user.email, 2)
    expect(letter.subject).toBe('Choose a new Fettle password')
    const { token } = linkIn(letter.text)
    expect((await accept(token)).status).toBe(410)
    const answer = await reset(token, 'brand new word 3')
    expect(answer.status).toBe(200)
    expect((await me((await answer.json()).token)).status).toBe(200)
    expect((await me(tom.token)).status).toBe(401)
    expect((await login(tom.user.email)).status).toBe(401)
    expect((await login(tom.user.email, 'brand new word 3')).status).toBe(200)
    expect((await reset(token, 'and once more 4')).status).toBe(410)
  })

  test('is answered alike for an email that nobody has, and nothing is sent', async () => {
    const before = mailbox.letters.length
    const [known, unknown] = [await forgot(dana.user.email), await forgot('nobody@example.com')]
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
    await mailbox.letterTo(dana.user.email)
    await expect.poll(async () => (await server.services.authPool.query('select from mail')).rowCount).toBe(0)
    expect(mailbox.letters.slice(before).flatMap(({ to }) => to)).toEqual([dana.user.email])
  })

  test('of somebody who was removed gives no link; of somebody invited, the invitation again', async () => {
    const gone = await joined()
    await remove(dana, gone.user.userId)
    await forgot(gone.user.email)
    const guest = await invited()
    await forgot(guest.email)
    const { token } = linkIn((await mailbox.letterTo(guest.email, 2)).text)
    expect((await accept(token)).status).toBe(200)
    expect(mailbox.letters.filter(({ to }) => to.includes(gone.user.email))).toHaveLength(1)
  })

  test('of a link that was changed, or is no link, is refused', async () => {
    const { link } = await invited()
    const changed = `${link.token.slice(0, -1)}${link.token.endsWith('A') ? 'B' : 'A'}`
    for (const token of [changed, 'x', 'é'.repeat(50)]) expect((await accept(token)).status).toBe(410)
    expect((await reset(link.token)).status).toBe(410)
  })
})

describe('a change of password', () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    server.call(paths.password, { token, body: { currentPassword, newPassword } })

  test('needs the present one, and signs out all other devices', async () => {
    const tom = await joined()
    const other: SignedIn = await (await login(tom.user.email)).json()
    const wrong = await change(tom.token, 'not the word 9', 'brand new word 3')
    expect(wrong.status).toBe(403)
    expect(await wrong.json()).toMatchObject({ error: 'Current password is incorrect.', code: 'wrong-password' })
    expect(await (await change(tom.token, password, 'short')).json()).toMatchObject({
      error: 'Password must be at least 6 characters long.',
    })
    expect(await (await change(tom.token, password, 'password1')).json()).toMatchObject({ code: 'password-refused' })
    expect(await (await change(tom.token, password, '')).json()).toMatchObject({ code: 'fields-required' })
    const changed = await change(tom.token, password, 'brand new word 3')
    expect(await changed.json()).toEqual({ message: 'Password updated successfully!' })
    expect((await me(tom.token)).status).toBe(200)
    expect((await me(other.token)).status).toBe(401)
    expect((await login(tom.user.email)).status).toBe(401)
    expect((await login(tom.user.email, 'brand new word 3')).status).toBe(200)
  })

  test('ends a link that was asked for before', async () => {
    const tom = await joined()
    await forgot(tom.user.email)
    const { token } = linkIn((await mailbox.letterTo(tom.user.email, 2)).text)
    await change(tom.token, password, 'brand new word 3')
    expect((await reset(token)).status).toBe(410)
  })
})

describe('sessions', () => {
  const list = async (token: string) => (await (await server.call(paths.sessions, { token })).json()).sessions
  const end = (token: string, sessionId: string) =>
    server.call(pathTo(paths.session, { sessionId }), { method: 'DELETE', token })

  test('are listed with device, place and last use, this one marked, and ended one by one or all others', async () => {
    const tom = await joined()
    const headers = { 'user-agent': 'Telephone' }
    const signIn = async (): Promise<SignedIn> =>
      (await server.call(paths.login, { body: { email: tom.user.email, password }, headers })).json()
    const [second, third, fourth] = [await signIn(), await signIn(), await signIn()]
    const sessions = await list(second.token)
    expect(sessions).toHaveLength(4)
    expect(sessions[0]).toMatchObject({ device: 'Telephone', place: '127.0.0.1', current: true })
    const thirdId = (await list(third.token))[0].sessionId
    expect((await end(second.token, thirdId)).status).toBe(200)
    expect((await me(third.token)).status).toBe(401)
    expect((await server.call(paths.sessions, { method: 'DELETE', token: second.token })).status).toBe(200)
    for (const { token } of [tom, fourth]) expect((await me(token)).status).toBe(401)
    expect(await list(second.token)).toMatchObject([{ current: true }])
  })

  test('of somebody else are not to be ended: they are not there', async () => {
    const tom = await joined()
    const stranger = await server.registerCompany()
    for (const person of [dana, stranger]) {
      const [{ sessionId }] = await list(person.token)
      expect((await end(tom.token, sessionId)).status).toBe(404)
      expect((await me(person.token)).status).toBe(200)
    }
    expect((await end(tom.token, 'x')).status).toBe(404)
  })
})

describe("the specification's calls on people", () => {
  test('the owner changes a role and removes a person, and each acts at the next request', async () => {
    const tom = await joined()
    const changed = await setRole(dana, tom.user.userId, 'admin')
    expect(await changed.json()).toEqual({ message: 'User role updated successfully.' })
    expect((await (await me(tom.token)).json()).user.userRole).toBe('admin')
    expect((await remove(dana, tom.user.userId)).status).toBe(200)
    expect((await me(tom.token)).status).toBe(401)
  })

  test('nobody else may, nobody reaches into another company, and owners stay', async () => {
    const [tom, priya] = [await joined(), await joined(dana, 'admin')]
    const stranger = await server.registerCompany()
    for (const person of [tom, priya]) {
      expect((await setRole(person, person.user.userId, 'admin')).status).toBe(403)
      expect((await remove(person, tom.user.userId)).status).toBe(403)
    }
    expect((await setRole(stranger, tom.user.userId, 'admin')).status).toBe(404)
    expect((await remove(stranger, tom.user.userId)).status).toBe(404)
    expect((await setRole(dana, dana.user.userId, 'team')).status).toBe(403)
    expect((await remove(dana, dana.user.userId)).status).toBe(403)
    expect((await setRole(dana, tom.user.userId, 'owner')).status).toBe(400)
    expect((await (await me(tom.token)).json()).user.userRole).toBe('team')
  })

  const claim = (by: SignedInTest, { user }: Pick<SignedInTest, 'user'>, over: object = {}) => {
    const { userId: uid, userRole, username, companyId } = user
    return server.call(paths.setCustomClaims, {
      token: by.token,
      body: { uid, userRole, username, companyId, ...over },
    })
  }

  test('setCustomClaims: one says again what one is, an owner sets a member, and all else is refused', async () => {
    const [tom, priya] = [await joined(), await joined(dana, 'admin')]
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
    expect((await (await me(tom.token)).json()).user.userRole).toBe('admin')
  })
})

test('the owner sees emails, since when and last use; admin and team see names and roles alone', async () => {
  const owner = await server.registerCompany()
  const [admin, team] = [await joined(owner, 'admin'), await joined(owner)]
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

test('links and requests for them are limited', async () => {
  const strict = await startServer({ loginFailures: 3 })
  const statuses = async (ask: () => Promise<Response>) => {
    const found: number[] = []
    for (let count = 0; count < 4; count += 1) found.push((await ask()).status)
    return found
  }
  const guess = () => strict.call(paths.acceptInvitation, { body: { token: 'guessed', password } })
  expect(await statuses(guess)).toEqual([410, 410, 410, 429])
  const ask = () => strict.call(paths.forgot, { body: { email: 'dana@harrowpike.example' } })
  expect(await statuses(ask)).toEqual([200, 200, 200, 429])
  await strict.close()
})
