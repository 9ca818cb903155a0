import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SecondFactorRule } from '#core/company/second-factor-rule.ts'
import type { AuditAnswer } from '#core/wire/account/audit.ts'
import { secondFactorNeeded } from '#core/wire/account/confirmation-codes.ts'
import type { AddPasskeyAnswer } from '#core/wire/account/passkeys.ts'
import type { AuthenticatorSetup } from '#core/wire/account/second-factor.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { requireFactor, setUpApp } from '#test/server/factors/authenticator.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { softPasskey } from '#test/server/passkeys/soft-passkey.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { cut, listen } from '#test/server/push-client.ts'
import { cookieIn, type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let mailbox: Mailbox
let server: TestServer
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings })
})
afterAll(async () => {
  await server?.close()
  await mailbox?.close()
})

const require = (owner: SignedInTest, secondFactorFor: SecondFactorRule, from?: SecondFactorRule) =>
  requireFactor(server, owner, secondFactorFor, from)
const rule = async ({ token }: SignedInTest) => (await server.call(paths.secondFactorRule, { token })).json()
const mayWork = async ({ token }: Pick<SignedInTest, 'token'>) => {
  const answer = await server.call(paths.jobs, { token })
  return answer.status === 200 || (await answer.json()).code
}
const refreshed = async ({ cookie }: SignedInTest) =>
  (await server.call(paths.refresh, { method: 'POST', cookie })).json()
const factorOf = async ({ token }: SignedInTest) => (await server.call(paths.secondFactor, { token })).json()
const remove = ({ token }: SignedInTest) => server.call(paths.authenticator, { token, method: 'DELETE' })

/** Adds a passkey, on a page of this machine: without a public address they work nowhere else. */
async function addPasskey({ token }: SignedInTest): Promise<AddPasskeyAnswer> {
  const origin = server.url.replace('127.0.0.1', 'localhost')
  const asked = await server.call(paths.passkeyOptions, { token, method: 'POST', headers: { origin } })
  const passkey = softPasskey({ rpID: 'localhost', origin }).create((await asked.json()).challenge)
  return (await server.call(paths.passkeys, { token, body: { passkey }, headers: { origin } })).json()
}

/** An owner with an authenticator app, an admin and a team member without. */
async function company() {
  const owner = await server.registerCompany()
  const [admin, team] = [await addMember(server, owner, 'admin'), await addMember(server, owner, 'team')]
  return { owner, admin, team, ...(await setUpApp(server, owner)) }
}

test('whoever is bound and has no second factor may do nothing but set one up, and then goes on', async () => {
  const { owner, admin, team } = await company()
  expect(await rule(owner)).toEqual({ secondFactorFor: 'nobody', without: [admin.user.username] })
  expect(await factorOf(admin)).toMatchObject({ isRequired: false })
  expect((await require(owner, 'office')).status).toBe(200)
  expect(await rule(owner)).toEqual({ secondFactorFor: 'office', without: [admin.user.username] })
  expect([await mayWork(owner), await mayWork(admin), await mayWork(team)]).toEqual([true, secondFactorNeeded, true])
  expect(await refreshed(admin)).toMatchObject({ user: admin.user, needsSecondFactor: true })
  const again = await server.call(paths.login, { body: { email: admin.user.email, password: admin.password } })
  const { token, ...answer } = await again.json()
  expect(answer).toEqual({ user: admin.user, needsSecondFactor: true, goneToken: expect.any(String) })
  expect(await mayWork({ token })).toBe(secondFactorNeeded)
  expect(await factorOf(admin)).toMatchObject({ isRequired: true })

  await setUpApp(server, { token })
  // Every session of theirs, the tokens of before too.
  expect([await mayWork({ token }), await mayWork(admin)]).toEqual([true, true])
  expect(await rule(owner)).toMatchObject({ without: [] })
  const renewed = await server.call(paths.refresh, { method: 'POST', cookie: cookieIn(again) })
  expect(await renewed.json()).not.toHaveProperty('needsSecondFactor')
})

test('a passkey is enough', async () => {
  const { owner, admin } = await company()
  await require(owner, 'office')
  expect((await addPasskey(admin)).codes).toHaveLength(10)
  expect(await mayWork(admin)).toBe(true)
})

test('the owner alone sets it, with a second factor of their own, once they have confirmed that it is they', async () => {
  const owner = await server.registerCompany()
  const admin = await addMember(server, owner, 'admin')
  expect(await (await require(owner, 'owner')).json()).toEqual({
    code: 'own-second-factor-first',
    error: 'Set up an authenticator app or a passkey for yourself first, so that you do not lock yourself out.',
  })
  const { secret } = await setUpApp(server, owner)
  await setUpApp(server, admin)
  expect((await require(admin, 'nobody')).status).toBe(403)
  await server.services.authPool.query("update session set proved_at = now() - interval '1 hour'")
  expect(await (await require(owner, 'office')).json()).toMatchObject({ code: 'code-needed' })
  server.services.now = () => new Date(Date.now() + 60_000)
  const code = await generate({ secret, epoch: Date.now() / 1_000 + 60 })
  expect((await server.call(paths.confirm, { token: owner.token, body: { code } })).status).toBe(200)
  server.services.now = () => new Date()
  expect((await require(owner, 'office')).status).toBe(200)
  const body = { secondFactorFor: 'sometimes', from: 'office' }
  const wrong = await server.call(paths.secondFactorRule, { token: owner.token, method: 'PUT', body })
  expect(await wrong.json()).toMatchObject({ code: 'invalid', field: 'secondFactorFor' })
})

test('open sockets are cut at once, and none opens, until the rule ends', async () => {
  const { owner, admin, team } = await company()
  const [bound, free, own] = [await listen(server, admin), await listen(server, team), await listen(server, owner)]
  const { jobId } = await createJob(server, owner)
  await bound.pushed((one) => one.projection === 'job')
  const setting = require(owner, 'office')
  await cut(bound)
  expect((await setting).status).toBe(200)
  await accepted(server, owner, 'EditJob', { jobId, agency: 'Canary' })
  await own.pushed((one) => JSON.stringify(one).includes('Canary'))
  expect(bound.text()).not.toContain('Canary')
  expect([free.socket.connected, own.socket.connected]).toEqual([true, true])
  await expect(listen(server, admin)).rejects.toThrow('not-signed-in')
  expect((await require(owner, 'nobody', 'office')).status).toBe(200)
  expect(await mayWork(admin)).toBe(true)
  for (const device of [free, own, await listen(server, admin)]) device.close()
})

test('what a limited person was given before is closed to them: addresses of images, and uploads', async () => {
  const { owner, admin } = await company()
  const { jobId } = await createJob(server, owner)
  const files = [{ bytes: await smallPhoto() }]
  const answer = await (await upload(server, admin, jobId, { files })).json()
  const address = answer.images[0].urls.display
  const shown = async () => (await server.call(address)).status
  expect(await shown()).toBe(200)
  await require(owner, 'office')
  expect(await shown()).toBe(403)
  const refused = await upload(server, admin, jobId, { files: [{ bytes: await smallPhoto('#123') }] })
  expect([refused.status, (await refused.json()).code]).toEqual([403, secondFactorNeeded])
  await setUpApp(server, admin)
  expect(await shown()).toBe(200)
})

test('a calendar that follows somebody’s link goes on, but they get no other link', async () => {
  const { owner, admin } = await company()
  const made = await server.call(paths.calendarFeed, { token: admin.token, body: { visits: 'all' } })
  const { feed } = await made.json()
  await require(owner, 'office')
  expect((await server.call(feed.path)).status).toBe(200)
  const again = await server.call(paths.calendarFeed, { token: admin.token, body: { visits: 'all' } })
  expect((await again.json()).code).toBe(secondFactorNeeded)
})

test('the last second factor of a bound person stays; another one frees it', async () => {
  const { owner, admin } = await company()
  await setUpApp(server, admin)
  await require(owner, 'owner')
  expect((await remove(admin)).status).toBe(200)
  const refused = await remove(owner)
  expect([refused.status, await refused.json()]).toEqual([
    409,
    {
      code: 'second-factor-required',
      error:
        'Your company requires two-factor sign-in. Set up another authenticator app or passkey before you remove this one.',
    },
  ])
  expect(await factorOf(owner)).toMatchObject({ authenticator: expect.anything(), recoveryCodes: 10, isRequired: true })
  const { passkeyId } = (await addPasskey(owner)).passkey
  // Of both at once, one stays.
  const path = pathTo(paths.passkey, { passkeyId })
  const both = await Promise.all([remove(owner), server.call(path, { token: owner.token, method: 'DELETE' })])
  expect(both.map((one) => one.status).toSorted()).toEqual([200, 409])
  expect(await mayWork(owner)).toBe(true)
})

test('another role binds, and frees, at once', async () => {
  const { owner, admin, team } = await company()
  await require(owner, 'office')
  const device = await listen(server, team)
  await accepted(server, owner, 'ChangeRole', { userId: team.user.userId, userRole: 'admin' })
  await cut(device)
  expect(await mayWork(team)).toBe(secondFactorNeeded)
  await accepted(server, owner, 'ChangeRole', { userId: admin.user.userId, userRole: 'team' })
  expect(await mayWork(admin)).toBe(true)
})

test('of two changes at once that were made on the same screen, one is told of the other', async () => {
  const { owner } = await company()
  const answers = await Promise.all([require(owner, 'owner'), require(owner, 'office')])
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409])
  const refused = answers.find((one) => one.status === 409)
  expect(await refused?.json()).toMatchObject({ code: 'value-moved-on' })
  const [won] = answers.flatMap((one, nth) => (one.status === 200 ? [nth === 0 ? 'owner' : 'office'] : []))
  expect(await rule(owner)).toMatchObject({ secondFactorFor: won })
})

test('a rule that is set while somebody sets up their app does not stop them', async () => {
  const { owner, admin } = await company()
  const begun = await server.call(paths.authenticator, { token: admin.token, method: 'POST' })
  const { secret, setup }: AuthenticatorSetup = await begun.json()
  await require(owner, 'office')
  const body = { setup, code: await generate({ secret }) }
  expect((await server.call(paths.authenticator, { token: admin.token, method: 'PUT', body })).status).toBe(200)
  expect(await mayWork(admin)).toBe(true)
})

test('it is in the history, the audit list and the export of everything, for the office alone', async () => {
  const { owner, team } = await company()
  await require(owner, 'office')
  await require(owner, 'office', 'office')
  await require(owner, 'nobody', 'office')
  const audit: AuditAnswer = await (await server.call(paths.audit, { token: owner.token })).json()
  const changes = audit.entries.map((one) => one.detail).filter((one) => one.startsWith('second-factor-for'))
  expect(changes).toEqual(['second-factor-for-nobody', 'second-factor-for-office'])
  const history = await (await server.call(`${paths.history}?kind=people`, { token: owner.token })).text()
  expect(history).toContain('changed who needs two-factor sign-in')
  const csv = await (await server.call(`${paths.exportHistory}?format=csv`, { token: owner.token })).text()
  expect(csv).toContain('The whole office')
  const me = await (await server.call(paths.me, { token: team.token })).text()
  expect(me).not.toContain('secondFactorFor')
  const missed = await listen(server, team)
  await missed.socket.emitWithAck('caught-up', { epoch: 1, seq: 0 })
  expect(missed.text()).not.toContain('secondFactorFor')
  missed.close()
})

test('nobody is limited where people sign in through an identity provider, and the rule cannot be set there', async () => {
  const { owner, admin } = await company()
  await require(owner, 'office')
  expect(await mayWork(admin)).toBe(secondFactorNeeded)
  const external = { issuer: 'http://127.0.0.1:9', clientId: 'fettle', clientSecret: 'x', audience: 'fettle' }
  const { dataFolder } = server.services.config
  const outside = await startServer({ external, dataFolder }, { database: server.database, projector: false })
  const answer = await outside.call(paths.jobs, { token: admin.token })
  expect(answer.status).toBe(200)
  const device = await listen(outside, admin)
  outside.services.bell.ring('fettle_appended', [admin.user.companyId])
  await device.socket.emitWithAck('caught-up', { epoch: 1, seq: 0 })
  expect(device.socket.connected).toBe(true)
  device.close()
  expect(await (await requireFactor(outside, owner, 'nobody', 'office')).json()).toMatchObject({
    code: 'external-sign-in',
  })
  await outside.close()
})

test('the role of the API learns of its own company alone who has a second factor', async () => {
  const { owner, admin } = await company()
  const other = await server.registerCompany()
  const { ledgerPool } = server.services
  const ask = async (companyId: string, { user }: SignedInTest) => {
    const query = { text: 'select has_second_factor($1::uuid) as has', values: [user.userId] }
    const [{ rows }] = await readInCompany(ledgerPool, companyId, [query])
    return rows[0]?.has
  }
  const { companyId } = owner.user
  expect(await ask(companyId, owner)).toBe(true)
  expect([await ask(companyId, admin), await ask(other.user.companyId, owner)]).toEqual([false, false])
  await expect(ledgerPool.query('select from passkey')).rejects.toThrow('permission denied')
})
