import { generate } from 'otplib'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditAnswer } from '#core/wire/account/audit.ts'
import type { AuthenticatorSetup, RecoveryCodesAnswer } from '#core/wire/account/second-factor.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { command } from '#test/server/commands.ts'
import { requireFactor, setUpApp } from '#test/server/factors/authenticator.ts'
import { linkIn, type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let mailbox: Mailbox
let server: TestServer
let dana: SignedInTest
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings })
  dana = await server.registerCompany()
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

const setUp = async ({ token }: SignedInTest): Promise<AuthenticatorSetup> =>
  (await server.call(paths.authenticator, { token, method: 'POST' })).json()
const turnOn = ({ token }: SignedInTest, setup: string, code: string) =>
  server.call(paths.authenticator, { token, method: 'PUT', body: { setup, code } })
const factorOf = async ({ token }: SignedInTest) => (await server.call(paths.secondFactor, { token })).json()
const noFactor = {
  passkeys: [],
  recoveryCodes: 0,
  isRequired: false,
  asksAgain: false,
  passwordSetAt: expect.any(String),
}
/** As if everybody had signed in an hour ago. */
const signedInLongAgo = () => server.services.authPool.query("update session set proved_at = now() - interval '1 hour'")

test('an app is turned on by a code that it shows, turned off again, and both are mailed', async () => {
  const { secret, address, setup } = await setUp(dana)
  expect(address).toContain(secret)
  expect(await factorOf(dana)).toEqual(noFactor)
  expect(await (await turnOn(dana, setup, '000000')).json()).toMatchObject({ code: 'wrong-code', field: 'code' })
  expect(await factorOf(dana)).toEqual(noFactor)
  const { codes }: RecoveryCodesAnswer = await (await turnOn(dana, setup, await generate({ secret }))).json()
  expect(codes).toHaveLength(10)
  expect(await factorOf(dana)).toEqual({
    authenticator: { since: expect.any(String) },
    passkeys: [],
    recoveryCodes: 10,
    isRequired: false,
    asksAgain: true,
    passwordSetAt: expect.any(String),
  })
  const ended = await server.call(paths.authenticator, { token: dana.token, method: 'DELETE' })
  expect(ended.status).toBe(200)
  expect(await factorOf(dana)).toEqual(noFactor)
  await mailbox.letterAbout(dana.user.email, 'Your Fettle account no longer asks for a code')
  const signedIn = await server.call(paths.login, { body: { email: dana.user.email, password: dana.password } })
  expect(await signedIn.json()).toMatchObject({ user: dana.user })
})

test('a secret is taken only from the person to whom it was given, unaltered', async () => {
  const tom = await addMember(server, dana, 'team')
  const { secret, setup } = await setUp(dana)
  const code = await generate({ secret })
  for (const [person, sent] of [
    [tom, setup],
    [dana, `${setup.slice(0, -2)}AA`],
    [dana, 'x'],
  ] as const)
    expect(await (await turnOn(person, sent, code)).json()).toMatchObject({ code: 'setup-over' })
})

test('new recovery codes end the earlier ones', async () => {
  const priya = await addMember(server, dana, 'admin')
  const refused = await server.call(paths.recoveryCodes, { token: priya.token, method: 'POST' })
  expect(refused.status).toBe(404)
  const { secret, setup } = await setUp(priya)
  const first: RecoveryCodesAnswer = await (await turnOn(priya, setup, await generate({ secret }))).json()
  const renewed = await server.call(paths.recoveryCodes, { token: priya.token, method: 'POST' })
  const second: RecoveryCodesAnswer = await renewed.json()
  expect(second.codes.filter((code) => first.codes.includes(code))).toEqual([])
  await signedInLongAgo()
  const confirm = (code = '') => server.call(paths.confirm, { token: priya.token, body: { code } })
  expect((await confirm(first.codes[0])).status).toBe(403)
  expect((await confirm(second.codes[0])).status).toBe(200)
})

test('ten minutes after signing in a change needs the password again, or a code where there is an app', async () => {
  const grace = await server.registerCompany()
  const { token } = grace
  await signedInLongAgo()
  const ask = () => server.call(paths.authenticator, { token, method: 'POST' })
  const asked = await ask()
  expect(asked.status).toBe(403)
  expect(await asked.json()).toMatchObject({ code: 'password-needed' })
  const wrong = await server.call(paths.confirm, { token, body: { password: 'not this one' } })
  expect(await wrong.json()).toMatchObject({ field: 'password' })
  expect((await ask()).status).toBe(403)
  expect((await server.call(paths.confirm, { token, body: { password: grace.password } })).status).toBe(200)
  const { secret, setup } = await setUp(grace)
  const epoch = Math.floor(Date.now() / 1_000)
  expect((await turnOn(grace, setup, await generate({ secret, epoch: epoch - 30 }))).status).toBe(200)
  await signedInLongAgo()
  const off = () => server.call(paths.authenticator, { token, method: 'DELETE' })
  expect(await (await off()).json()).toMatchObject({ code: 'code-needed' })
  const byPassword = await server.call(paths.confirm, { token, body: { password: grace.password } })
  expect(byPassword.status).toBe(400)
  const byCode = await server.call(paths.confirm, {
    token,
    body: { code: await generate({ secret, epoch: epoch + 30 }) },
  })
  expect(byCode.status).toBe(200)
  expect((await off()).status).toBe(200)
})

test('a new password by a mailed link does not get round the codes', async () => {
  const lea = await server.registerCompany()
  const { secret, setup } = await setUp(lea)
  await turnOn(lea, setup, await generate({ secret }))
  await server.call(paths.forgot, { body: { email: lea.user.email } })
  const { token } = linkIn((await mailbox.letterAbout(lea.user.email, 'Choose a new Fettle password')).text)
  const reset = await server.call(paths.reset, { body: { token, password: 'gutter and ladder 9' } })
  expect(reset.headers.getSetCookie()).toEqual([])
  expect(await reset.json()).toEqual({
    secondStep: { ticket: expect.any(String), expiresAt: expect.any(String), factors: ['authenticator'] },
  })
})

/** The calls on a member of a company that change or take away much. */
const muchOf = ({ user: { userId, username, companyId } }: SignedInTest, memberId: string) => {
  const member = pathTo(paths.user, { userId: memberId })
  const invited = { username: 'grace', email: 'grace.adeyemi@example.com', role: 'admin', companyId }
  return [
    [`${paths.exportHistory}?format=csv`, {}],
    [paths.exportJobs, {}],
    [paths.exportParts, {}],
    [paths.personalData, {}],
    [paths.erasures, { body: {} }],
    [member, { method: 'PUT', body: { role: 'admin' } }],
    [paths.setCustomClaims, { body: { uid: userId, userRole: 'owner', username, companyId } }],
    [paths.addTeamMember, { body: invited }],
    [pathTo(paths.invitation, { userId: memberId }), { method: 'POST' }],
    [member, { method: 'DELETE' }],
    [pathTo(paths.memberErasure, { userId: memberId }), { body: { reason: 'Asked us to' } }],
  ] as const
}

test('a person with a second factor confirms before roles, erasures and exports of everything; nobody else is asked', async () => {
  const [ola, finn] = [await server.registerCompany(), await server.registerCompany()]
  const [hal, erin] = [await addMember(server, ola, 'team'), await addMember(server, finn, 'team')]
  const codesOf = async (by: SignedInTest, { user }: SignedInTest) => {
    const codes: unknown[] = []
    for (const [path, rest] of muchOf(by, user.userId)) {
      const answer = await server.call(path, { token: by.token, ...rest })
      codes.push(answer.ok ? 'done' : (await answer.json()).code)
    }
    return codes
  }
  const { secret, setup } = await setUp(ola)
  const epoch = Math.floor(Date.now() / 1_000)
  await turnOn(ola, setup, await generate({ secret, epoch: epoch - 30 }))
  await signedInLongAgo()
  expect(new Set(await codesOf(ola, hal))).toEqual(new Set(['code-needed']))
  expect(await codesOf(finn, erin)).not.toContain('code-needed')

  const send = async (...commands: object[]) => {
    const answer = await server.call(paths.commands, { token: ola.token, body: { commands } })
    return { status: answer.status, ...(await answer.json()) }
  }
  const role = command('ChangeRole', { userId: hal.user.userId, userRole: 'admin' })
  const todo = command('AddTodo', { userId: ola.user.userId, todoId: uuid(), text: 'Ring the agency' })
  expect(await send(role)).toMatchObject({ status: 403, code: 'code-needed' })
  const [refused, added] = (await send(role, todo)).results
  expect(refused).toMatchObject({ status: 'refused', code: 'code-needed' })
  expect(added).toMatchObject({ status: 'accepted' })
  const code = await generate({ secret, epoch: epoch + 30 })
  expect((await server.call(paths.confirm, { token: ola.token, body: { code } })).status).toBe(200)
  expect(await send(role)).toMatchObject({ status: 200, results: [{ status: 'accepted' }] })
  expect(await codesOf(ola, hal)).not.toContain('code-needed')
  const { entries }: AuditAnswer = await (await server.call(paths.audit, { token: ola.token })).json()
  expect(entries.filter(({ kind }) => kind === 'refused')).toEqual([])
})

test('a person chooses to be asked again before big changes, or not to be, unless their company requires a second factor', async () => {
  const nora = await server.registerCompany()
  const { token } = nora
  const set = (asksAgain: boolean) => server.call(paths.extraChecks, { token, method: 'PUT', body: { asksAgain } })
  const exported = async () => {
    const answer = await server.call(paths.exportJobs, { token })
    return answer.status === 200 || (await answer.json()).code
  }
  expect(await factorOf(nora)).toMatchObject({ asksAgain: false, passwordSetAt: expect.stringMatching(/Z$/) })
  expect((await set(true)).status).toBe(200)
  expect(await factorOf(nora)).toMatchObject({ asksAgain: true })
  expect(await exported()).toBe(true)
  await signedInLongAgo()
  expect(await exported()).toBe('password-needed')
  const change = command('RemoveMember', { userId: nora.user.userId })
  const changed = await server.call(paths.commands, { token, body: { commands: [change] } })
  expect([changed.status, (await changed.json()).code]).toEqual([403, 'password-needed'])
  // Nobody turns it off who cannot confirm.
  expect(await (await set(false)).json()).toMatchObject({ code: 'password-needed' })
  expect((await server.call(paths.confirm, { token, body: { password: nora.password } })).status).toBe(200)
  await setUpApp(server, nora)
  expect((await set(false)).status).toBe(200)
  await signedInLongAgo()
  expect(await exported()).toBe(true)

  await server.services.authPool.query('update session set proved_at = now()')
  expect((await requireFactor(server, nora, 'owner')).status).toBe(200)
  expect(await (await set(false)).json()).toMatchObject({ code: 'extra-checks-required' })
  expect(await factorOf(nora)).toMatchObject({ asksAgain: true, isRequired: true })
  await signedInLongAgo()
  expect(await exported()).toBe('code-needed')
})
