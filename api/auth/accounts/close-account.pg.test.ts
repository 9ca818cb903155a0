import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditAnswer } from '#core/wire/account/audit.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { foundIn, withSuperuser } from '#test/server/erasures.ts'
import { callsOf } from '#test/server/invitations.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { addMember } from '#test/server/people.ts'
import { listen } from '#test/server/push-client.ts'
import { changes, overtaken, untilNotBusy } from '#test/server/rights/overtaken.ts'
import { cookieIn, type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

const publicUrl = 'https://fettle.example.com'
let mailbox: Mailbox
let server: TestServer
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl })
})
afterAll(async () => {
  await server?.close()
  await mailbox?.close()
})

const close = ({ token }: Pick<SignedInTest, 'token'>) => server.call(paths.account, { method: 'DELETE', token })
const signInAgain = async ({ user: { email }, password }: SignedInTest) => {
  const answer = await server.call(paths.login, { body: { email, password } })
  return { status: answer.status, cookie: cookieIn(answer), token: (await answer.json()).token }
}
/** As if the person had last confirmed that it is they an hour ago. */
const anHourAfterSigningIn = ({ user: { userId } }: SignedInTest) =>
  withSuperuser(server.database.url, (client) =>
    client.query("update session set proved_at = now() - interval '1 hour' where user_id = $1", [userId]),
  )

test('a person closes their own account: signed out everywhere, told by mail, gone but for their work', async () => {
  const owner = await server.registerCompany()
  const tom = await addMember(server, owner, 'admin', 'tom.okafor')
  const { userId, email } = tom.user
  const { jobId } = await createJob(server, tom)
  await server.call(paths.calendarFeed, { token: tom.token, body: { visits: 'mine' } })
  const phone = await signInAgain(tom)
  const device = await listen(server, { token: phone.token })

  const answer = await close(tom)
  expect(await answer.json()).toEqual({ message: 'Your account was closed.' })
  await expect.poll(() => device.socket.connected).toBe(false)
  device.close()
  for (const { token } of [tom, phone]) expect((await server.call(paths.me, { token })).status).toBe(401)
  expect((await signInAgain(tom)).status).toBe(401)
  // The other device hears at its next renewal that it is to delete what it holds.
  const renewal = await server.call(paths.refresh, {
    method: 'POST',
    cookie: phone.cookie,
    headers: { origin: publicUrl },
  })
  expect(await renewal.json()).toEqual({ error: 'You closed your account.', code: 'account-closed' })
  const letter = await mailbox.letterAbout(email, 'Your Fettle account was closed')
  expect(letter.text).toContain('ask the owner of your company to erase the name too')

  await expect.poll(() => foundIn(server, [email])).toEqual([])
  const kept = await withSuperuser(server.database.url, async (client) => {
    const places = await client.query(
      `select address, device from session where user_id = $1 union all
       select address, device from audit_entry where user_id = $1`,
      [userId],
    )
    const feeds = await client.query('select from calendar_feed where user_id = $1', [userId])
    return { places: places.rows, feeds: feeds.rowCount }
  })
  expect(kept.feeds).toBe(0)
  expect(new Set(kept.places.map((one) => `${one.address}${one.device}`))).toEqual(new Set(['']))
  const history = await server.call(pathTo(paths.jobHistory, { jobId }), { token: owner.token })
  expect(await history.json()).toMatchObject({
    entries: [{ actorId: userId }],
    people: { [userId]: 'tom.okafor' },
  })
  const audit = await (await server.call(paths.audit, { token: owner.token })).json()
  expect(audit.entries).toContainEqual(expect.objectContaining({ userId, kind: 'role-changed', detail: 'closed' }))
})

test('it needs a confirmation of the last ten minutes, and the owner is told to close the company instead', async () => {
  const owner = await server.registerCompany()
  const tom = await addMember(server, owner, 'team')
  await anHourAfterSigningIn(tom)
  expect(await (await close(tom)).json()).toMatchObject({ code: 'password-needed' })
  await server.call(paths.confirm, { token: tom.token, body: { password: tom.password } })
  expect((await close(tom)).status).toBe(200)
  const refused = await close(owner)
  expect({ status: refused.status, ...(await refused.json()) }).toMatchObject({
    status: 409,
    error: expect.stringContaining('Close the company instead.'),
  })
  expect((await server.call(paths.me, { token: owner.token })).status).toBe(200)
})

test('nobody brings the account back; the same email joins as a new person, and the owner can erase the name', async () => {
  const owner = await server.registerCompany()
  const tom = await addMember(server, owner, 'team', 'tom.okafor')
  const { userId, email } = tom.user
  expect((await close(tom)).status).toBe(200)
  await expect(accepted(server, owner, 'RestoreMember', { userId })).rejects.toThrow(
    'This person closed their account.',
  )
  const calls = callsOf(server, mailbox)
  const again = await calls.add(owner, { username: 'tom', email })
  expect((await again.json()).userId).not.toBe(userId)
  const erasure = { token: owner.token, body: { reason: 'They asked' } }
  expect((await server.call(pathTo(paths.memberErasure, { userId }), erasure)).status).toBe(200)
  const left = await withSuperuser(server.database.url, (client) =>
    client.query('select username, email, password_hash from account where user_id = $1', [userId]),
  )
  expect(left.rows).toEqual([{ username: 'Former member 1', email: `${userId}@erased.invalid`, password_hash: null }])
})

test.each([
  ['is removed', []],
  ['becomes one of the team', [1]],
] as const)(
  'the audit list has a closing once it is done, and once, when its person %s meanwhile',
  async (change, times) => {
    const owner = await server.registerCompany()
    const max = await addMember(server, owner, 'admin')
    await overtaken(server, max, changes[change], () => close(max))
    const audit: AuditAnswer = await (await server.call(paths.audit, { token: owner.token })).json()
    const closed = audit.entries.filter((one) => one.userId === max.user.userId && one.detail === 'closed')
    expect(closed.map((one) => one.times)).toEqual(times)
  },
)

test('a person who closes their account while another device changes their password waits for that, and is signed out by it', async () => {
  const owner = await server.registerCompany()
  const max = await addMember(server, owner, 'admin')
  const { userId } = max.user
  const answer = await withSuperuser(server.database.url, async (client) => {
    // In the order of a change of password.
    await client.query('begin')
    await client.query('update account set password_set_at = now() where user_id = $1', [userId])
    const closing = untilNotBusy(() => close(max))
    await expect.poll(() => waitingForLock(client, '"account"'), { interval: 10, timeout: 60_000 }).toBe(1)
    await client.query('update session set revoked_at = now() where user_id = $1', [userId])
    await client.query('commit')
    return closing
  })
  expect(answer.status).toBe(401)
  expect((await signInAgain(max)).status).toBe(200)
})
