import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { callsOf, someone } from '#test/server/invitations.ts'
import { linkIn, type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { untilNotBusy } from '#test/server/rights/overtaken.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

const publicUrl = 'https://fettle.example.com'
let mailbox: Mailbox
let server: TestServer
let calls: ReturnType<typeof callsOf>
let dana: SignedInTest
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl }, { projector: false })
  calls = callsOf(server, mailbox)
})
beforeEach(async () => {
  dana = await server.registerCompany({ businessName: 'Harrow & Pike' })
})
afterAll(async () => {
  await server?.close()
  await mailbox?.close()
})

const ask = (person: SignedInTest, email: string, currentPassword = person.password) =>
  server.call(paths.email, { token: person.token, body: { email, currentPassword } })
const confirm = (token: string) => server.call(paths.confirmEmail, { body: { token } })
const undo = (token: string) => server.call(paths.undoEmail, { body: { token } })
const emailOf = async ({ token }: Pick<SignedIn, 'token'>) => (await (await calls.me(token)).json()).user?.email
const changeLink = async (email: string) =>
  linkIn((await mailbox.letterAbout(email, 'Confirm your new email for Fettle')).text)
const undoLink = async (email: string) =>
  linkIn((await mailbox.letterAbout(email, 'Your Fettle email was changed')).text)

/** Gives a person another email. */
async function changed(person: SignedInTest) {
  const { email } = someone('dana.new')
  expect((await ask(person, email)).status).toBe(200)
  expect((await confirm((await changeLink(email)).token)).status).toBe(200)
  return email
}

/** Asks for another email; returns its link. */
async function asked(email: string) {
  expect((await ask(dana, email)).status).toBe(200)
  return changeLink(email)
}

test('an email changes once the link to the new address is used; the password is needed to ask for it', async () => {
  const { email } = someone('dana.new')
  const wrong = await ask(dana, email, 'not the word 9')
  expect([wrong.status, await wrong.json()]).toMatchObject([403, { code: 'wrong-password', field: 'currentPassword' }])
  expect((await ask(dana, 'no address')).status).toBe(400)
  expect(await (await ask(dana, dana.user.email.toUpperCase())).json()).toMatchObject({ code: 'email-unchanged' })
  const asked = await ask(dana, ` ${email.toUpperCase()}`)
  expect(await asked.json()).toEqual({
    message: `We have sent a link to ${email}. Your email changes when you open it.`,
  })
  const { href, token } = await changeLink(email)
  expect(href.startsWith(`${publicUrl}/confirm-email#change=`)).toBe(true)
  expect(await emailOf(dana)).toBe(dana.user.email)
  expect((await undo(token)).status).toBe(410)
  expect(await (await confirm(token)).json()).toEqual({ email })
  expect(await emailOf(dana)).toBe(email)
  expect((await confirm(token)).status).toBe(410)
  expect((await calls.login(dana.user.email, dana.password)).status).toBe(401)
  expect((await calls.login(email, dana.password)).status).toBe(200)
})

test('the earlier address takes a change back for seven days, which ends all sessions and asks for a new password', async () => {
  const email = await changed(dana)
  const { href, token } = await undoLink(dana.user.email)
  expect(href.startsWith(`${publicUrl}/confirm-email#undo=`)).toBe(true)
  // A thief changes it once more: that does not end the first way back.
  const second = await changed(dana)
  const thiefs = await undoLink(email)
  expect((await confirm(token)).status).toBe(410)
  const back = await undo(token)
  expect(back.status).toBe(200)
  const answer = await back.json()
  expect(answer.email).toBe(dana.user.email)
  expect((await calls.me(dana.token)).status).toBe(401)
  for (const one of [email, second, dana.user.email])
    expect((await calls.login(one, dana.password)).status, one).toBe(401)
  for (const one of [token, thiefs.token]) expect((await undo(one)).status).toBe(410)
  const signedIn: SignedIn = await (await calls.reset(answer.token, 'brand new word 3')).json()
  expect(await emailOf(signedIn)).toBe(dana.user.email)
  expect((await calls.login(dana.user.email, 'brand new word 3')).status).toBe(200)
})

test.each([
  ['taken back', undo],
  ['confirmed', confirm],
])(
  'a change is %s while the links of its person are deleted: whichever comes first, without a deadlock',
  async (_, use) => {
    const { email } = someone('dana.new')
    const { token } = use === undo ? await changed(dana).then(() => undoLink(dana.user.email)) : await asked(email)
    const { userId } = dana.user
    const answer = await withSuperuser(server.database.url, async (client) => {
      // In the order in which an account is closed.
      await client.query('begin')
      await client.query('select from account where user_id = $1 for update', [userId])
      const using = untilNotBusy(() => use(token))
      await expect.poll(() => waitingForLock(client, '"account"'), { interval: 10, timeout: 60_000 }).toBe(1)
      await client.query('delete from email_link where user_id = $1', [userId])
      await client.query('commit')
      return using
    })
    expect(answer.status).toBe(410)
  },
)

test('a change cannot be taken back after seven days, and until then nobody else gets the earlier address', async () => {
  await changed(dana)
  const { token } = await undoLink(dana.user.email)
  const register = () =>
    server.call(paths.register, {
      body: { businessName: 'Thief', username: 'thief', email: dana.user.email, password: 'tannery wharf 31' },
    })
  expect((await register()).status).toBe(409)
  const other = await server.registerCompany()
  expect((await ask(other, dana.user.email)).status).toBe(200)
  expect((await confirm((await changeLink(dana.user.email)).token)).status).toBe(410)
  expect(await emailOf(other)).toBe(other.user.email)
  await server.services.authPool.query(
    "update email_link set expires_at = expires_at - interval '7 days' where user_id = $1",
    [dana.user.userId],
  )
  expect((await undo(token)).status).toBe(410)
  expect((await register()).status).toBe(200)
})

test('an address that has an account is answered alike and takes nobody’s place; a newer link replaces an earlier one', async () => {
  const other = await server.registerCompany()
  const known = await ask(dana, other.user.email)
  expect([known.status, await known.json()]).toEqual([
    200,
    { message: `We have sent a link to ${other.user.email}. Your email changes when you open it.` },
  ])
  const { token } = await changeLink(other.user.email)
  expect((await confirm(token)).status).toBe(410)
  expect(await emailOf(dana)).toBe(dana.user.email)
  const [first, second] = [someone('first').email, someone('second').email]
  await ask(dana, first)
  const old = await changeLink(first)
  await ask(dana, second)
  expect((await confirm(old.token)).status).toBe(410)
  expect((await confirm((await changeLink(second)).token)).status).toBe(200)
})

test('a removed person cannot change their email, nor one whose earlier address was never confirmed be taken over by it', async () => {
  const tom = await calls.joined(dana)
  const { email } = someone('tom.new')
  await ask(tom, email)
  const { token } = await changeLink(email)
  await calls.remove(dana, tom.user.userId)
  expect((await confirm(token)).status).toBe(410)
  const { authPool } = server.services
  await authPool.query('update account set email_verified_at = null where user_id = $1', [dana.user.userId])
  await changed(dana)
  await expect.poll(async () => (await authPool.query('select from mail')).rowCount).toBe(0)
  expect(mailbox.letters.filter(({ subject, to }) => to.includes(dana.user.email) && /changed/.test(subject))).toEqual(
    [],
  )
})
