import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextDailyEmail } from '#core/notifications/delays.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { noticesOn, registerTold } from '#test/server/notices/told.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { dailyEmails } from './daily-emails.ts'
import { doWhatIsDue } from './due-work.ts'

let mailbox: Mailbox
let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
let notices: ReturnType<typeof noticesOn>
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl: 'https://fettle.example.com' })
  notices = noticesOn(server)
  ;({ olga, ann, tom } = await registerTold(server))
})
afterAll(async () => {
  await server?.close()
  await mailbox?.close()
})

const times = { at: '06:30', days: 'every day' } as const
const london = 'Europe/London'
/** Just after the daily email of the next day, so many days on. */
const morning = (days = 0) =>
  new Date(Date.parse(nextDailyEmail(new Date().toISOString(), times, london)) + days * 86_400_000 + 1_000)
/** As three processes at the same time. */
const look = (at: Date) =>
  Promise.all(
    [1, 2, 3].map(() =>
      doWhatIsDue(dailyEmails(server.services), { ...server.services, now: () => at }, new AbortController().signal),
    ),
  )
const lettersTo = ({ user }: SignedInTest) =>
  mailbox.letters.filter(({ to, subject }) => to.includes(user.email) && subject.includes('unread'))
/** Everything that was queued has been sent or dropped. */
const allSent = () =>
  expect.poll(async () => (await server.services.authPool.query('select from mail')).rowCount).toBe(0)
const waiting = async ({ user }: SignedInTest) =>
  (await notices.sql("select changes from outgoing_notice where way = 'email' and user_id = $1", [user.userId])).length
const choose = (person: SignedInTest, kind: string) =>
  notices.change(person, { choices: { [kind]: ['app', 'email'] }, email: times })
const noAccess = async (apartmentName: string) => {
  const { jobId } = await createJob(server, olga, { apartmentName })
  await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  return jobId
}

test('what is unread is mailed once a day, its net effect by job, however many processes look', async () => {
  await choose(ann, 'noAccess')
  await choose(tom, 'visit')
  const first = await noAccess('7 Kestrel Mews')
  const [undone, opened] = [await noAccess('1 Undone Way'), await noAccess('2 Read Road')]
  await notices.book(olga, first, tom)
  await accepted(server, tom, 'ChangeWarning', { jobId: undone, warning: '' })
  await expect.poll(() => waiting(ann)).toBe(2)
  await expect.poll(() => waiting(tom)).toBe(1)
  const read = (await notices.toldOf(ann)).notifications.find((one) => one.jobId === opened)
  await notices.markRead(ann, { upTo: read?.seq ?? 0, notificationId: read?.notificationId })

  await look(new Date(morning().getTime() - 2_000))
  expect(await waiting(ann)).toBe(2)
  await look(morning())
  await allSent()
  const [letter, ...others] = lettersTo(ann)
  expect(others).toEqual([])
  const told = `7 Kestrel Mews · Job 00001\ntom.okafor recorded no access\nhttps://fettle.example.com/job/${first}`
  expect(letter?.text.replaceAll('\r\n', '\n')).toContain(told)
  expect(letter?.text).not.toMatch(/Undone|Read Road|£/)
  expect(lettersTo(tom)[0]?.text).toContain('You’re booked for ')
  expect(lettersTo(olga)).toEqual([])
  expect([await waiting(ann), await waiting(tom)]).toEqual([0, 0])

  // A later time on the same day does not bring a second one, but tomorrow's.
  await noAccess('9 Later Lane')
  await expect.poll(() => waiting(ann)).toBe(1)
  await notices.sql("update outgoing_notice set due_at = now() where way = 'email' and user_id = $1", [ann.user.userId])
  await look(morning())
  await allSent()
  expect([lettersTo(ann).length, await waiting(ann)]).toEqual([1, 1])
  await look(morning(1))
  await allSent()
  expect(lettersTo(ann)[1]?.text).toContain('9 Later Lane')
  expect(lettersTo(ann)[1]?.messageId).not.toBe(letter?.messageId)
})

test('nobody is mailed who read it all, turned it off, lost the right to it or has left', async () => {
  const before = mailbox.letters.length
  const { jobId } = await createJob(server, olga)
  await choose(olga, 'finished')
  await notices.book(olga, jobId, tom)
  await expect.poll(() => waiting(tom)).toBe(1)
  await notices.change(tom, { email: 'off' })
  expect(await waiting(tom)).toBe(0)
  await noAccess('3 Office Only')
  await expect.poll(() => waiting(ann)).toBe(1)
  await accepted(server, olga, 'ChangeRole', { userId: ann.user.userId, userRole: 'team' })
  await look(morning(2))
  await allSent()
  expect(mailbox.letters.length).toBe(before)

  await notices.change(tom, { email: times })
  await notices.book(olga, (await createJob(server, olga)).jobId, tom, 3)
  await expect.poll(() => waiting(tom)).toBe(1)
  await accepted(server, olga, 'RemoveMember', { userId: tom.user.userId })
  await expect.poll(() => waiting(tom)).toBe(0)
  await look(morning(3))
  const erasure = pathTo(paths.memberErasure, { userId: tom.user.userId })
  expect((await server.call(erasure, { token: olga.token, body: { reason: 'Asked for' } })).status).toBe(200)
  expect(await notices.sql('select from daily_email where user_id = $1', [tom.user.userId])).toEqual([])
  await allSent()
  expect(mailbox.letters.filter(({ subject }) => subject.includes('unread')).length).toBe(3)
})

test('one click ends it without signing in, looking at the link does not, and no other link does', async () => {
  const letter = lettersTo(ann)[0] ?? expect.fail()
  const url = /<(.+)>/.exec(letter.headers('List-Unsubscribe'))?.[1] ?? ''
  expect(letter.headers('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(letter.text).toContain(url)
  const { pathname } = new URL(url)
  const stored = async ({ user }: SignedInTest) =>
    (await notices.sql('select settings from notice_settings where user_id = $1', [user.userId]))[0]?.settings.email
  const seen = await fetch(`${server.url}${pathname}`)
  expect([seen.status, seen.headers.get('referrer-policy'), seen.headers.get('x-robots-tag')]).toEqual([
    200,
    'no-referrer',
    'noindex, nofollow',
  ])
  expect(await seen.text()).toContain('Turn off the daily email?')
  expect(await stored(ann)).toEqual(times)
  const forged = `${pathname.slice(0, -1)}${pathname.endsWith('A') ? 'B' : 'A'}`
  expect((await fetch(`${server.url}${forged}`, { method: 'POST' })).status).toBe(404)
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const done = await fetch(`${server.url}${pathname}`, { method: 'POST', body, redirect: 'manual' })
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('The daily email is off')])
  expect(await stored(ann)).toBe('off')
  expect(await stored(olga)).toEqual(times)
})
