import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AuthenticatorSetup, RecoveryCodesAnswer, SecondStepNeeded } from '#core/wire/account/second-factor.ts'
import { paths } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let mailbox: Mailbox
let server: TestServer
let clock: Date
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ loginFailures: 4, mail: mailbox.settings })
  clock = new Date()
  vi.spyOn(server.services, 'now').mockImplementation(() => clock)
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

/** Later by so many of the app's steps of half a minute, so that its next code is another one. */
const later = (steps = 1) => {
  clock = new Date(clock.getTime() + steps * 30_000)
}
const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(clock.getTime() / 1_000) })

type Protected = SignedInTest & { secret: string; codes: string[] }

/** An owner with an authenticator app. */
async function registerProtected(): Promise<Protected> {
  const owner = await server.registerCompany()
  const { token } = owner
  const started = await server.call(paths.authenticator, { token, method: 'POST' })
  const { secret, setup }: AuthenticatorSetup = await started.json()
  const body = { setup, code: await codeOf(secret) }
  const turnedOn = await server.call(paths.authenticator, { token, method: 'PUT', body })
  expect(turnedOn.status).toBe(200)
  const { codes }: RecoveryCodesAnswer = await turnedOn.json()
  later()
  return { ...owner, secret, codes }
}

/** The ticket that the right password brings. */
async function ticketOf({ user, password }: SignedInTest): Promise<string> {
  const answer = await server.call(paths.login, { body: { email: user.email, password } })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual([])
  const { secondStep }: SecondStepNeeded = await answer.json()
  return secondStep.ticket
}

const step = (ticket: string, code: string) => server.call(paths.secondStep, { body: { ticket, code } })

async function audited({ token }: SignedInTest, kind: string): Promise<string[]> {
  const answer = await server.call(paths.audit, { token })
  const { entries }: { entries: { kind: string; detail: string }[] } = await answer.json()
  return entries.filter((one) => one.kind === kind).map((one) => one.detail)
}

test('with an authenticator app the password alone opens no session; with a code it does', async () => {
  const dana = await registerProtected()
  const ticket = await ticketOf(dana)
  for (const path of [paths.me, paths.jobs])
    expect((await server.call(path, { token: ticket, method: 'GET' })).status).toBe(401)
  const answer = await step(ticket, await codeOf(dana.secret))
  expect(answer.status).toBe(200)
  const { token, user } = await answer.json()
  expect(user).toEqual(dana.user)
  expect((await server.call(paths.me, { token })).status).toBe(200)
  await expect.poll(() => audited(dana, 'signed-in')).toContain('code')
  expect(await audited(dana, 'key-changed')).toContain('authenticator')
})

test('neither a code nor a ticket works twice', async () => {
  const dana = await registerProtected()
  const [ticket, other] = [await ticketOf(dana), await ticketOf(dana)]
  const code = await codeOf(dana.secret)
  expect((await step(ticket, code)).status).toBe(200)
  expect(await (await step(other, code)).json()).toMatchObject({ code: 'wrong-code' })
  later()
  expect(await (await step(ticket, await codeOf(dana.secret))).json()).toMatchObject({ code: 'sign-in-over' })
  expect((await step(other, await codeOf(dana.secret))).status).toBe(200)
})

test('of many tries with one code at the same moment one signs in', async () => {
  const dana = await registerProtected()
  const tickets = [await ticketOf(dana), await ticketOf(dana), await ticketOf(dana)]
  const code = await codeOf(dana.secret)
  const answers = await Promise.all(tickets.map((ticket) => step(ticket, code)))
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 401, 401])
})

test('each recovery code signs in once, and is told by mail', async () => {
  const dana = await registerProtected()
  const [first = '', second = ''] = dana.codes
  expect(new Set(dana.codes).size).toBe(10)
  expect((await step(await ticketOf(dana), first.toUpperCase().replace('-', ' '))).status).toBe(200)
  expect((await step(await ticketOf(dana), first)).status).toBe(401)
  expect((await step(await ticketOf(dana), second)).status).toBe(200)
  const factor = await server.call(paths.secondFactor, { token: dana.token })
  expect(await factor.json()).toMatchObject({ recoveryCodes: 8 })
  await mailbox.letterAbout(dana.user.email, 'An authenticator app was set up for your Fettle account')
  await mailbox.letterAbout(dana.user.email, 'A recovery code of your Fettle account was used')
})

test('after a few wrong codes further tries wait, however many tickets there are, and the person is told', async () => {
  const dana = await registerProtected()
  const statuses = []
  for (let tried = 0; tried < 6; tried += 1) statuses.push((await step(await ticketOf(dana), '000000')).status)
  expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401])
  expect(statuses).toContain(429)
  await mailbox.letterAbout(dana.user.email, 'Wrong codes for your Fettle account')
  await expect.poll(() => audited(dana, 'sign-in-failed')).toContain('code')
  const recent = await (await server.call(paths.signIns, { token: dana.token })).json()
  expect(recent.signIns).toContainEqual(expect.objectContaining({ failed: true, how: 'code' }))
})

test('a ticket ends with a change of the password, and after ten minutes', async () => {
  const dana = await registerProtected()
  const ticket = await ticketOf(dana)
  const body = { currentPassword: dana.password, newPassword: 'gutter and ladder 9' }
  expect((await server.call(paths.password, { token: dana.token, body })).status).toBe(200)
  expect(await (await step(ticket, await codeOf(dana.secret))).json()).toMatchObject({ code: 'sign-in-over' })
  const next = await ticketOf({ ...dana, password: body.newPassword })
  await server.services.authPool.query("update second_step set expires_at = now() - interval '1 second'")
  expect(await (await step(next, await codeOf(dana.secret))).json()).toMatchObject({ code: 'sign-in-over' })
})

test('what the tables hold gives no secret and no recovery code away', async () => {
  const dana = await registerProtected()
  await ticketOf(dana)
  const owner = connect(server.database.url)
  const tables = ['authenticator', 'recovery_code', 'second_step']
  for (const table of tables) {
    const { rows } = await owner.query(`select t::text as row from ${table} t`)
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows)
      for (const text of [dana.secret, ...dana.codes])
        expect(row).not.toContain(Buffer.from(text.replace('-', '')).toString('hex'))
    await expect(server.services.ledgerPool.query(`select from ${table}`)).rejects.toThrow('permission denied')
  }
  await owner.end()
})
