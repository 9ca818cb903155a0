import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnconfirmed } from '#api/accounts/verified-emails.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { createJob } from '#test/server/commands.ts'
import { callsOf, someone } from '#test/server/invitations.ts'
import { linkIn, type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

const publicUrl = 'https://fettle.example.com'
let mailbox: Mailbox
let server: TestServer
let calls: ReturnType<typeof callsOf>
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer(
    { mail: mailbox.settings, publicUrl, loginFailures: 3, smsSandbox: true },
    { projector: false },
  )
  calls = callsOf(server, mailbox)
})
afterAll(async () => {
  await server?.close()
  await mailbox?.close()
})

/** An owner who has just registered, and the link in their first mail. */
async function registered() {
  const { username, email } = someone('dana')
  const password = 'sash window 14'
  const response = await server.call(paths.register, {
    body: { businessName: 'Harrow & Pike', username, email, password },
  })
  expect(response.status).toBe(200)
  const owner: SignedInTest = { ...(await response.json()), cookie: '', password }
  const letter = await mailbox.letterTo(email)
  expect(letter.subject).toBe('Confirm your email for Fettle')
  return { owner, email, ...linkIn(letter.text) }
}

const confirm = (token: string) => server.call(paths.confirmEmail, { body: { token } })
const sendAgain = ({ token }: Pick<SignedIn, 'token'>) => server.call(paths.verification, { method: 'POST', token })
const toConfirm = async ({ token }: Pick<SignedIn, 'token'>) => (await (await calls.me(token)).json()).emailToConfirm

test('an owner confirms their email by a mailed link, once, and invites nobody before', async () => {
  const { owner, email, href, token } = await registered()
  expect(href.startsWith(`${publicUrl}/confirm-email#verification=`)).toBe(true)
  expect(await toConfirm(owner)).toBe(email)
  const person = someone()
  const early = await calls.add(owner, person)
  expect(early.status).toBe(403)
  expect(await early.json()).toEqual({
    error: `Confirm your email first: open the link that was sent to ${email}.`,
    code: 'email-not-confirmed',
  })
  const again = pathTo(paths.invitation, { userId: owner.user.userId })
  expect(await (await server.call(again, { method: 'POST', token: owner.token })).json()).toMatchObject({
    code: 'email-not-confirmed',
  })
  const confirmed = await confirm(token)
  expect([confirmed.status, await confirmed.json()]).toEqual([200, { email }])
  expect(await toConfirm(owner)).toBeUndefined()
  expect((await confirm(token)).status).toBe(410)
  expect((await calls.add(owner, person)).status).toBe(200)
})

test('an owner who has not confirmed their email sends nothing to others in the company’s name, and opens no page for reports', async () => {
  const { owner, token } = await registered()
  const { companyId } = owner.user
  const { jobId } = await createJob(server, owner)
  const [linkId, to] = [uuid(), 'stranger@example.com']
  const asks = [
    [pathTo(paths.jobEvidenceEmail, { jobId }), { mailId: uuid(), recipient: to, message: 'Click here' }],
    [pathTo(paths.jobInvoiceEmail, { jobId }), { to }],
    [pathTo(paths.tenantLinkEmail, { jobId, linkId }), {}],
    [pathTo(paths.tenantLinkText, { jobId, linkId }), {}],
  ] as const
  for (const [path, body] of asks) {
    const answer = await server.call(path, { token: owner.token, body })
    expect([path, answer.status, (await answer.json()).code]).toEqual([path, 403, 'email-not-confirmed'])
  }
  const open = () => server.call(paths.reportPage, { method: 'PUT', token: owner.token, body: { change: 'open' } })
  expect((await open()).status).toBe(403)
  expect(await isUnconfirmed(server.services, companyId)).toBe(true)
  await confirm(token)
  expect(await isUnconfirmed(server.services, companyId)).toBe(false)
  for (const [path, body] of asks)
    expect((await (await server.call(path, { token: owner.token, body })).json()).code).not.toBe('email-not-confirmed')
})

test('the link is sent again on asking, a few times an hour; only the newest works, for 24 hours', async () => {
  const { owner, email, token } = await registered()
  const [first, second] = [await sendAgain(owner), await sendAgain(owner)]
  expect(await first.json()).toEqual({ message: `We have sent a link to ${email}.` })
  expect(second.status).toBe(200)
  expect((await confirm(token)).status).toBe(410)
  await expect.poll(async () => (await server.services.authPool.query('select from mail')).rowCount).toBe(0)
  const newest = linkIn((await mailbox.letterTo(email)).text).token
  const age = (hours: number) =>
    server.services.authPool.query('update email_link set expires_at = expires_at + $2::interval where user_id = $1', [
      owner.user.userId,
      `${hours} hours`,
    ])
  await age(-24)
  expect((await confirm(newest)).status).toBe(410)
  await age(1)
  expect((await confirm(newest)).status).toBe(200)
  const done = await sendAgain(owner)
  expect(await done.json()).toEqual({ message: 'Your email is confirmed.' })
  const other = await registered()
  const statuses = []
  for (const _ of [1, 2, 3, 4]) statuses.push((await sendAgain(other.owner)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('a password set by a mailed link confirms the email, and an altered link confirms nothing', async () => {
  const { owner, email, token } = await registered()
  for (const wrong of [`${token.slice(0, -2)}xx`, 'x', '']) expect((await confirm(wrong)).ok).toBe(false)
  expect(await toConfirm(owner)).toBe(email)
  await calls.forgot(email)
  const reset = linkIn((await mailbox.letterTo(email, 2)).text).token
  const signedIn: SignedIn = await (await calls.reset(reset)).json()
  expect(await toConfirm(signedIn)).toBeUndefined()
  const tom = await calls.joined({ ...owner, ...signedIn })
  expect(await toConfirm(tom)).toBeUndefined()
})

test('an unconfirmed email gets no news of the account', async () => {
  const { email } = await registered()
  expect((await calls.login(email, 'sash window 14')).status).toBe(200)
  await expect.poll(async () => (await server.services.authPool.query('select from mail')).rowCount).toBe(0)
  expect(mailbox.letters.filter(({ to }) => to.includes(email))).toHaveLength(1)
})

test('without a mail server nobody is asked to confirm, and people who registered then never are', async () => {
  const alone = await startServer({}, { database: server.database, projector: false })
  const { username, email } = someone('lena')
  const body = { businessName: 'Lena', username, email, password: 'sash window 14' }
  const owner: SignedIn = await (await alone.call(paths.register, { body })).json()
  await alone.close()
  expect(await toConfirm(owner)).toBeUndefined()
})

test('an address learns of few emails a day whether they have accounts, and then gets no answer to any registration', async () => {
  // While the other server is not there: it has keys of its own, and could not write a mail with this one's link.
  const { email } = await registered()
  const strict = await startServer(
    { mail: mailbox.settings, publicUrl, registrations: 3 },
    { database: server.database, projector: false },
  )
  const { authPool } = strict.services
  const tried: number[] = []
  for (const one of [email, email, email, email, someone('new').email]) {
    const body = { businessName: 'Guess', username: 'guess', email: one, password: 'tannery wharf 31' }
    // As after an hour.
    await authPool.query("delete from rate_limit where key like 'register-address%'")
    tried.push((await strict.call(paths.register, { body })).status)
  }
  await strict.close()
  expect(tried).toEqual([409, 409, 409, 429, 429])
})
