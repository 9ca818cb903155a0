import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditAnswer } from '#core/wire/account/audit.ts'
import { type AddPasskeyAnswer, mostPasskeys, type Passkey } from '#core/wire/account/passkeys.ts'
import type { SecondStepNeeded } from '#core/wire/account/second-factor.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { linkIn, type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { softPasskey } from '#test/server/passkeys/soft-passkey.ts'
import { addMember } from '#test/server/people.ts'
import { type Call, type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

const site = { rpID: 'fettle.example', origin: 'https://fettle.example' }
let mailbox: Mailbox
let server: TestServer
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl: site.origin })
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

type Device = ReturnType<typeof softPasskey>
async function challenge(path: string, call: Call = {}, on = server): Promise<string> {
  const answer = await on.call(path, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
  return (await answer.json()).challenge
}
const toSignIn = () => challenge(paths.passkeySignInOptions)
const signIn = (passkey: unknown, on = server) => on.call(paths.passkeySignIn, { body: { passkey } })
const confirm = ({ token }: SignedInTest, passkey: unknown) => server.call(paths.confirm, { token, body: { passkey } })

/** Adds a passkey to an account. */
async function add({ token }: SignedInTest, device: Device, flaw = {}) {
  const created = device.create(await challenge(paths.passkeyOptions, { token }), flaw)
  return server.call(paths.passkeys, { token, body: { passkey: created }, headers: { 'user-agent': macFirefox } })
}
const macFirefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:130.0) Firefox/130.0'

/** An owner with a passkey. */
async function registerWithPasskey() {
  const owner = await server.registerCompany()
  const device = softPasskey(site)
  const { passkey, codes = [] }: AddPasskeyAnswer = await (await add(owner, device)).json()
  return { owner, device, passkey, codes }
}

const ownPasskeys = async ({ token }: SignedInTest): Promise<Passkey[]> =>
  (await (await server.call(paths.secondFactor, { token })).json()).passkeys
async function audited({ token }: SignedInTest, kind: string): Promise<string[]> {
  const { entries }: AuditAnswer = await (await server.call(paths.audit, { token })).json()
  return entries.filter((one) => one.kind === kind).map((one) => one.detail)
}
const later = () => server.services.authPool.query("update session set proved_at = now() - interval '1 hour'")

test('a passkey signs in without name, password or code; its use is listed, audited, and adding it is mailed', async () => {
  const { owner, device, passkey, codes } = await registerWithPasskey()
  expect(passkey).toMatchObject({ name: 'Firefox on Mac', addedAt: expect.stringMatching(/Z$/) })
  expect(codes).toHaveLength(10)
  expect(await ownPasskeys(owner)).toEqual([passkey])
  const entered = await signIn(device.prove(await toSignIn()))
  expect(entered.headers.getSetCookie().join()).toContain('HttpOnly')
  expect(await entered.json()).toMatchObject({ user: owner.user, token: expect.any(String) })
  expect(await ownPasskeys(owner)).toEqual([{ ...passkey, lastUsedAt: expect.stringMatching(/Z$/) }])
  expect(await audited(owner, 'key-changed')).toContain('passkey')
  expect(await audited(owner, 'signed-in')).toContain('passkey')
  await mailbox.letterAbout(owner.user.email, 'A passkey was added to your Fettle account')
  const second = softPasskey(site)
  expect(await (await add(owner, second)).json()).not.toHaveProperty('codes')
  expect((await signIn(second.prove(await toSignIn()))).status).toBe(200)
})

test('with a passkey the password alone opens no session; a recovery code does, and removing the last passkey ends both', async () => {
  const { owner, passkey, codes } = await registerWithPasskey()
  const { token } = owner
  const login = async () => {
    const body = { email: owner.user.email, password: owner.password }
    return (await server.call(paths.login, { body })).json()
  }
  const { secondStep }: SecondStepNeeded = await login()
  expect(secondStep.factors).toEqual(['passkey'])
  const code = codes[0] ?? ''
  expect((await server.call(paths.secondStep, { body: { ticket: secondStep.ticket, code } })).status).toBe(200)
  const remove = (passkeyId: string) => server.call(pathTo(paths.passkey, { passkeyId }), { token, method: 'DELETE' })
  expect((await remove('none')).status).toBe(404)
  const stranger = await registerWithPasskey()
  expect((await remove(stranger.passkey.passkeyId)).status).toBe(404)
  expect((await remove(passkey.passkeyId)).status).toBe(200)
  expect(await (await server.call(paths.secondFactor, { token })).json()).toEqual({
    passkeys: [],
    recoveryCodes: 0,
    isRequired: false,
    asksAgain: false,
    passwordSetAt: expect.any(String),
  })
  expect(await login()).toMatchObject({ user: owner.user })
  await mailbox.letterAbout(owner.user.email, 'A passkey was removed from your Fettle account')
})

test('a passkey gets a name from its person alone', async () => {
  const { owner, passkey } = await registerWithPasskey()
  const other = await registerWithPasskey()
  const rename = ({ token }: SignedInTest, passkeyId: string, name: string) =>
    server.call(pathTo(paths.passkey, { passkeyId }), { token, method: 'PUT', body: { name } })
  expect((await rename(owner, passkey.passkeyId, ' YubiKey, office drawer ')).status).toBe(200)
  expect((await rename(other.owner, passkey.passkeyId, 'Mine')).status).toBe(404)
  expect((await rename(owner, 'none', 'Mine')).status).toBe(404)
  expect((await rename(owner, passkey.passkeyId, ' ')).status).toBe(400)
  expect(await ownPasskeys(owner)).toEqual([{ ...passkey, name: 'YubiKey, office drawer' }])
})

test('a person confirms with their own passkey, and with nobody else’s', async () => {
  const { owner, device } = await registerWithPasskey()
  const other = await registerWithPasskey()
  await later()
  const { token } = owner
  const exported = () => server.call(`${paths.exportHistory}?format=csv`, { token })
  const asked = () => challenge(paths.confirmOptions, { token })
  expect(await (await exported()).json()).toMatchObject({ code: 'code-needed' })
  expect(await (await confirm(owner, other.device.prove(await asked()))).json()).toMatchObject({
    code: 'wrong-passkey',
  })
  expect((await confirm(owner, device.prove(await toSignIn()))).status).toBe(403)
  expect((await confirm(other.owner, device.prove(await asked()))).status).toBe(403)
  expect((await exported()).status).toBe(403)
  expect((await confirm(owner, device.prove(await asked()))).status).toBe(200)
  expect((await exported()).status).toBe(200)
})

test('adding a passkey needs the password again, ten minutes after signing in', async () => {
  const owner = await server.registerCompany()
  await later()
  const answer = await server.call(paths.passkeyOptions, { token: owner.token, method: 'POST' })
  expect(await answer.json()).toMatchObject({ code: 'password-needed' })
  expect((await server.call(paths.passkeys, { token: owner.token, body: {} })).status).toBe(403)
})

test('a challenge works once, for five minutes', async () => {
  const { owner, device } = await registerWithPasskey()
  const asked = await toSignIn()
  const entered = await Promise.all([1, 2, 3].map(() => signIn(device.prove(asked))))
  expect(entered.filter(({ status }) => status === 200)).toHaveLength(1)
  const old = await toSignIn()
  await server.services.authPool.query("update passkey_challenge set expires_at = now() - interval '1 second'")
  expect((await signIn(device.prove(old))).status).toBe(401)
  expect((await signIn(device.prove('bm90IG91cnM'))).status).toBe(401)
  await expect.poll(() => audited(owner, 'sign-in-failed')).toContain('passkey')
})

test.each([
  ['from another site', { origin: 'https://fettle.example.evil.com' }],
  ['for another name', { rpID: 'evil.com' }],
  ['without checking its person', { isVerified: false }],
  ['whose counter has not grown, as of a copy', { counter: 1 }],
])('a passkey that answers %s is refused', async (_, flaw) => {
  const { owner, device } = await registerWithPasskey()
  expect((await signIn(device.prove(await toSignIn()))).status).toBe(200)
  expect((await signIn(device.prove(await toSignIn(), flaw))).status).toBe(401)
  if (!('counter' in flaw)) expect((await add(owner, softPasskey(site), flaw)).status).toBe(400)
  expect((await signIn(device.prove(await toSignIn()))).status).toBe(200)
})

test('a proof that was altered, and one by another key under the same id, are refused', async () => {
  const { device } = await registerWithPasskey()
  const proof = device.prove(await toSignIn())
  const impostor = softPasskey(site).prove(await toSignIn())
  const data = Buffer.from(proof.response.authenticatorData, 'base64url')
  data.writeUInt32BE(77, 33)
  const altered = { ...proof.response, authenticatorData: data.toString('base64url') }
  expect((await signIn({ ...proof, response: altered })).status).toBe(401)
  expect((await signIn({ ...impostor, id: device.id, rawId: device.id })).status).toBe(401)
  expect((await signIn({ ...proof, response: { ...proof.response, clientDataJSON: 'e30' } })).status).toBe(401)
  expect((await signIn({ id: 'x', response: 'y' })).status).toBe(400)
})

test('a passkey of somebody who knew the password ends when the person takes their account back; an older one stays', async () => {
  const { owner, device } = await registerWithPasskey()
  const { email } = owner.user
  const { authPool } = server.services
  await authPool.query("update passkey set created_at = now() - interval '8 days' where credential_id = $1", [
    device.id,
  ])
  const thief = softPasskey(site)
  expect((await add(owner, thief)).status).toBe(200)
  await server.call(paths.forgot, { body: { email } })
  const { token } = linkIn((await mailbox.letterAbout(email, 'Choose a new Fettle password')).text)
  const reset = await server.call(paths.reset, { body: { token, password: 'gutter and ladder 9' } })
  expect(await reset.json()).toMatchObject({ secondStep: { factors: ['passkey'] } })
  expect((await signIn(thief.prove(await toSignIn()))).status).toBe(401)
  expect((await signIn(device.prove(await toSignIn()))).status).toBe(200)
})

test('a passkey belongs to one account, and ends with it', async () => {
  const { owner } = await registerWithPasskey()
  const tom = await addMember(server, owner, 'team')
  const device = softPasskey(site)
  expect((await add(tom, device)).status).toBe(200)
  expect((await add(owner, device)).status).toBe(400)
  const { userId } = tom.user
  const at = (path: string, method: string, body?: object) =>
    server.call(pathTo(path, { userId }), { token: owner.token, method, body })
  expect((await at(paths.user, 'DELETE')).status).toBe(200)
  expect((await signIn(device.prove(await toSignIn()))).status).toBe(401)
  expect((await at(paths.memberErasure, 'POST', { reason: 'Asked us to' })).status).toBe(200)
  const { rows } = await server.services.authPool.query('select from passkey where user_id = $1', [userId])
  expect(rows).toEqual([])
})

test('the tables hold the public key alone, and only the sign-in pool reads them', async () => {
  const { device } = await registerWithPasskey()
  const open = await toSignIn()
  const owner = connect(server.database.url)
  const { rows } = await owner.query('select t::text as row from passkey t where credential_id = $1', [device.id])
  expect(rows).toHaveLength(1)
  const challenges = await owner.query('select t::text as row from passkey_challenge t')
  for (const { row } of challenges.rows) expect(row).not.toContain(Buffer.from(open).toString('hex'))
  await owner.end()
  for (const table of ['passkey', 'passkey_challenge'])
    await expect(server.services.ledgerPool.query(`select from ${table}`)).rejects.toThrow('permission denied')
})

test('without a public address passkeys work on this machine alone; challenges of one address are limited', async () => {
  const { database } = server
  const asOwner = connect(database.url)
  await asOwner.query('delete from rate_limit')
  await asOwner.end()
  const local = await startServer({ loginFailures: 1 }, { database, projector: false })
  const asked = (origin: string) => local.call(paths.passkeySignInOptions, { method: 'POST', headers: { origin } })
  expect((await asked('http://localhost:5173')).status).toBe(200)
  expect(await (await asked('http://127.0.0.1:5173')).json()).toMatchObject({ code: 'passkeys-elsewhere' })
  const statuses = await Promise.all(Array.from({ length: 25 }, () => asked('http://localhost:5173')))
  expect(statuses.filter(({ status }) => status === 429)).toHaveLength(6)
  await local.close()
})

test('nobody has more than twenty passkeys, however many they add at once', async () => {
  const { owner } = await registerWithPasskey()
  const devices = Array.from({ length: mostPasskeys + 1 }, () => softPasskey(site))
  const created: unknown[] = []
  for (const device of devices)
    created.push(device.create(await challenge(paths.passkeyOptions, { token: owner.token })))
  const answers = await Promise.all(
    created.map((passkey) => server.call(paths.passkeys, { token: owner.token, body: { passkey } })),
  )
  expect(answers.map((one) => one.status).filter((one) => one !== 200)).toEqual([409, 409])
  expect(await ownPasskeys(owner)).toHaveLength(mostPasskeys)
  const full = await server.call(paths.passkeyOptions, { method: 'POST', token: owner.token })
  expect(full.status).toBe(409)
  expect((await full.json()).error).toBe(
    'You have 20 passkeys, the most that one person can have. Remove one before you add another.',
  )
})
