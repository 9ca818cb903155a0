import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mostUsers } from '#core/member/member.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { InvitationAnswer } from '#core/wire/account/team.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { callsOf, chosenPassword, someone } from '#test/server/invitations.ts'
import { linkIn, type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { addMember } from '#test/server/people.ts'
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

describe('an invitation', () => {
  test('goes out by mail with a link that sets the password once and signs in', async () => {
    const person = someone('noor.hassan')
    const answer = await calls.add(dana, person, 'admin', { fullName: 'Noor Hassan' })
    expect(answer.status).toBe(200)
    const { userId, ...rest }: InvitationAnswer = await answer.json()
    expect(rest).toEqual({ expiresAt: expect.any(String) })
    const letter = await mailbox.letterTo(person.email)
    expect(letter.subject).toBe('Harrow & Pike invites you to Fettle')
    expect(letter.text).toContain('Hello Noor Hassan,')
    const { href, token } = linkIn(letter.text)
    expect(href.startsWith(`${publicUrl}/set-password#invitation=`)).toBe(true)
    const whose = await server.call(paths.passwordLink, { body: { token } })
    expect(await whose.json()).toEqual({ purpose: 'invitation', ...person, businessName: 'Harrow & Pike' })
    expect((await calls.login(person.email)).status).toBe(401)
    const accepted = await calls.accept(token)
    expect(await accepted.json()).toMatchObject({ user: { userId, userRole: 'admin', ...person } })
    expect((await calls.login(person.email)).status).toBe(200)
    expect((await calls.accept(token, 'another word 17')).status).toBe(410)
    expect((await calls.login(person.email)).status).toBe(200)
  })

  test('refuses a short and a common password, and can still be used', async () => {
    const { link } = await calls.invited(dana)
    expect(await (await calls.accept(link.token, 'short')).json()).toMatchObject({
      error: 'Password must be at least 6 characters long.',
    })
    expect(await (await calls.accept(link.token, 'password1')).json()).toMatchObject({
      error: 'This password is too common. Please choose another.',
    })
    expect((await calls.accept(link.token)).status).toBe(200)
  })

  test('that has been replaced by a new link, withdrawn or has expired does not work', async () => {
    const replaced = await calls.invited(dana)
    const again = await server.call(pathTo(paths.invitation, { userId: replaced.userId }), {
      method: 'POST',
      token: dana.token,
    })
    expect(again.status).toBe(200)
    const second = linkIn((await mailbox.letterTo(replaced.email, 2)).text)
    expect((await calls.accept(replaced.link.token)).status).toBe(410)
    expect((await calls.remove(dana, replaced.userId)).status).toBe(200)
    expect((await calls.accept(second.token)).status).toBe(410)
    const old = await calls.invited(dana)
    await server.services.authPool.query(
      "update password_link set expires_at = now() - interval '1 second' where user_id = $1",
      [old.userId],
    )
    expect((await calls.accept(old.link.token)).status).toBe(410)
  })

  test('is accepted once, however many try at the same moment', async () => {
    const { link } = await calls.invited(dana)
    const answers = await Promise.all(Array.from({ length: 5 }, () => calls.accept(link.token)))
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 410, 410, 410, 410])
  })

  test('is accepted, or replaced by another link at the same moment: whichever comes first, without a deadlock', async () => {
    const { userId, link } = await calls.invited(dana)
    // Both connections are open before the request waits: its wait for a lock is short. A transaction sees the same activity throughout.
    const answer = await withSuperuser(server.database.url, (client) =>
      withSuperuser(server.database.url, async (other) => {
        // In the order in which another link is made.
        await client.query('begin')
        await client.query('select from account where user_id = $1 for update', [userId])
        const accepting = calls.accept(link.token)
        await expect.poll(() => waitingForLock(other, '"account"'), { interval: 10, timeout: 60_000 }).toBe(1)
        await client.query('update password_link set used_at = now() where user_id = $1', [userId])
        await client.query('commit')
        return accepting
      }),
    )
    expect(answer.status).toBe(410)
  })

  test('is retried while the mail server refuses it, and sent once when it accepts', async () => {
    mailbox.full = true
    const person = someone()
    expect((await calls.add(dana, person)).status).toBe(200)
    await expect
      .poll(async () => (await server.services.authPool.query('select tries from mail')).rows[0]?.tries)
      .toBeGreaterThanOrEqual(1)
    mailbox.full = false
    await mailbox.letterTo(person.email)
    await expect.poll(async () => (await server.services.authPool.query('select from mail')).rowCount).toBe(0)
    expect(mailbox.letters.filter(({ to }) => to.includes(person.email))).toHaveLength(1)
  })

  test('can only be sent by the owner, to an email without an account, for at most ten people', async () => {
    const owner = await server.registerCompany()
    const admin = await addMember(server, owner, 'admin')
    for (const person of [admin, await addMember(server, owner, 'team')])
      expect((await calls.add(person, someone())).status).toBe(403)
    const taken = await calls.add(owner, { username: 'dana', email: dana.user.email.toUpperCase() })
    expect(taken.status).toBe(409)
    expect(await taken.json()).toEqual({
      error: 'This email cannot be added. Use another one.',
      code: 'not-added',
      field: 'email',
    })
    expect((await calls.add(owner, { username: 'me', email: admin.user.email })).status).toBe(409)
    const fields = [{ username: ' ' }, { email: '' }, { role: undefined }]
    for (const over of fields)
      expect(await (await calls.add(owner, someone(), 'team', over)).json()).toMatchObject({
        error: 'Please fill all required fields.',
      })
    expect((await calls.add(owner, someone(), 'owner')).status).toBe(400)
    expect((await calls.add(owner, someone(), 'team', { companyId: dana.user.companyId })).status).toBe(403)
    for (let count = 3; count < mostUsers; count += 1) expect((await calls.add(owner, someone())).status).toBe(200)
    const eleventh = await calls.add(owner, someone())
    expect(eleventh.status).toBe(403)
    expect(await eleventh.json()).toMatchObject({ error: 'Your plan allows up to 10 users.' })
  })

  test('of many people at once, succeeds for ten and is refused for the others', async () => {
    const owner = await server.registerCompany()
    const answers = await Promise.all(Array.from({ length: 14 }, () => calls.add(owner, someone())))
    const statuses = answers.map((one) => one.status).toSorted()
    expect(statuses).toEqual([...Array(mostUsers - 1).fill(200), ...Array(15 - mostUsers).fill(403)])
  })

  test('restores a removed person as the same person, under the same username, with a new password', async () => {
    const back = await calls.joined(dana)
    const made = await server.call(paths.calendarFeed, { token: back.token, body: { visits: 'mine' } })
    const { path } = (await made.json()).feed
    expect((await server.call(path)).status).toBe(200)
    await calls.remove(dana, back.user.userId)
    const answer = await calls.add(dana, { username: 'grace.back', email: back.user.email }, 'admin')
    expect(await answer.json()).toMatchObject({ userId: back.user.userId })
    expect((await calls.login(back.user.email)).status).toBe(401)
    const { token } = linkIn((await mailbox.letterTo(back.user.email, 2)).text)
    expect(await (await calls.accept(token, 'quite another 1')).json()).toMatchObject({
      user: { username: back.user.username, userRole: 'admin' },
    })
    // Their earlier sessions and password stay invalid.
    expect((await server.call(path)).status).toBe(404)
    expect((await calls.me(back.token)).status).toBe(401)
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
  const accepted = await alone.call(paths.acceptInvitation, { body: { token, password: chosenPassword } })
  expect(accepted.status).toBe(200)
  await alone.close()
})

test('a person is told once a day by mail that somebody tried to register with their email', async () => {
  const tom = await calls.joined(dana)
  const again = { businessName: 'Harrow', username: 'tom', email: tom.user.email, password: 'tannery wharf 31' }
  for (const email of [again.email, again.email.toUpperCase()])
    expect((await server.call(paths.register, { body: { ...again, email } })).status).toBe(409)
  const { subject, text } = await mailbox.letterTo(tom.user.email, 2)
  expect(subject).toBe('You already have a Fettle account')
  expect(text).toContain('/forgot-password')
  await expect.poll(async () => (await server.services.authPool.query('select from mail')).rowCount).toBe(0)
  expect(mailbox.letters.filter(({ to }) => to.includes(tom.user.email))).toHaveLength(2)
})

test('a name of the company or the person is refused as a password by an invitation, a reset and a change', async () => {
  const guest = await calls.invited(dana)
  expect((await calls.accept(guest.link.token, guest.username)).status).toBe(400)
  expect((await calls.accept(guest.link.token)).status).toBe(200)
  await calls.forgot(guest.email)
  const { token } = linkIn((await mailbox.letterTo(guest.email, 2)).text)
  const fault = {
    error: 'This password is mostly a name that is easy to guess. Please choose another.',
    code: 'password-refused',
  }
  const refused = await calls.reset(token, `${guest.username}1`)
  expect([refused.status, await refused.json()]).toEqual([400, { ...fault, field: 'password' }])
  const { token: signedIn }: SignedIn = await (await calls.reset(token)).json()
  const body = { currentPassword: chosenPassword, newPassword: 'Fettle2026' }
  const change = await server.call(paths.password, { token: signedIn, body })
  expect([change.status, await change.json()]).toEqual([400, { ...fault, field: 'newPassword' }])
})

describe('a forgotten password', () => {
  test('is replaced through a mailed link, which signs out everywhere else', async () => {
    const tom = await calls.joined(dana)
    expect((await calls.forgot(tom.user.email.toUpperCase())).status).toBe(200)
    const letter = await mailbox.letterTo(tom.user.email, 2)
    expect(letter.subject).toBe('Choose a new Fettle password')
    const { token } = linkIn(letter.text)
    expect((await calls.accept(token)).status).toBe(410)
    const answer = await calls.reset(token, 'brand new word 3')
    expect(answer.status).toBe(200)
    expect((await calls.me((await answer.json()).token)).status).toBe(200)
    expect((await calls.me(tom.token)).status).toBe(401)
    expect((await calls.login(tom.user.email)).status).toBe(401)
    expect((await calls.login(tom.user.email, 'brand new word 3')).status).toBe(200)
    expect((await calls.reset(token, 'and once more 4')).status).toBe(410)
  })

  test('gets the same response for an unknown email, which is told once a day that it has no account', async () => {
    const before = mailbox.letters.length
    const nobody = `nobody-${Date.now()}@example.com`
    const [known, unknown] = [await calls.forgot(dana.user.email), await calls.forgot(nobody)]
    await calls.forgot(nobody)
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
    await mailbox.letterTo(dana.user.email)
    await expect.poll(async () => (await server.services.authPool.query('select from mail')).rowCount).toBe(0)
    const letters = mailbox.letters.slice(before)
    const told = letters.flatMap(({ to, subject }) => (subject.startsWith('Confirm') ? [] : to))
    for (const email of [dana.user.email, nobody]) expect(told.filter((one) => one === email)).toEqual([email])
    const { subject, text } = await mailbox.letterTo(nobody)
    expect(subject).toBe('No Fettle account with this email address')
    expect(linkIn(text).token).toBe('')
  })

  test('requested twice can be replaced only through the last link, and requests do not affect an invitation', async () => {
    const tom = await calls.joined(dana)
    const links: string[] = []
    for (const nth of [2, 3]) {
      await calls.forgot(tom.user.email)
      links.push(linkIn((await mailbox.letterTo(tom.user.email, nth)).text).token)
    }
    const [first = '', last = ''] = links
    expect((await calls.reset(first)).status).toBe(410)
    expect((await calls.reset(last)).status).toBe(200)
    const guest = await calls.invited(dana)
    await calls.forgot(guest.email)
    await mailbox.letterTo(guest.email, 2)
    expect((await calls.accept(guest.link.token)).status).toBe(200)
  })

  test("is sent to the account's address, however the request spelled it", async () => {
    const tom = await calls.joined(dana)
    await server.services.authPool.query(
      "insert into mail (mail_id, kind, recipient) values ($1, 'reset', upper($2))",
      [uuid(), tom.user.email],
    )
    expect((await mailbox.letterTo(tom.user.email, 2)).subject).toBe('Choose a new Fettle password')
  })

  test('sends a removed person no link, and an invited person their invitation again', async () => {
    const gone = await calls.joined(dana)
    await calls.remove(dana, gone.user.userId)
    await calls.forgot(gone.user.email)
    const guest = await calls.invited(dana)
    await calls.forgot(guest.email)
    const { token } = linkIn((await mailbox.letterTo(guest.email, 2)).text)
    expect((await calls.accept(token)).status).toBe(200)
    expect((await mailbox.letterTo(gone.user.email, 2)).subject).toBe('No Fettle account with this email address')
  })

  test('cannot be replaced through an altered or unknown link', async () => {
    const { link } = await calls.invited(dana)
    const changed = `${link.token.slice(0, -1)}${link.token.endsWith('A') ? 'B' : 'A'}`
    for (const token of [changed, 'x', 'é'.repeat(50)]) expect((await calls.accept(token)).status).toBe(410)
    expect((await calls.reset(link.token)).status).toBe(410)
  })
})
