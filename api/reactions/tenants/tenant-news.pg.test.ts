import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantNews } from '#core/company/tenant-rule.ts'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, jobNow, sendCommands } from '#test/server/commands.ts'
import { eraseAnother } from '#test/server/erasures.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { noticesOn } from '#test/server/notices/told.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { bookedJob, type LetFlat, letFlat, linksOf, visitIn } from '#test/server/tenants/let-flat.ts'
import { startTenantNews } from './tenant-news.ts'

let mailbox: Mailbox
let server: TestServer
let flat: LetFlat
let sql: ReturnType<typeof noticesOn>['sql']
const email = `amara-${uuid()}@example.com`
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl: 'https://fettle.example' })
  sql = noticesOn(server).sql
  flat = await letFlat(server, { email })
  await eraseAnother(server)
})
afterAll(async () => {
  await server?.close()
  await mailbox?.close()
})

const setRule = (news: TenantNews, ways: readonly 'email'[] = ['email']) =>
  accepted(server, flat.dana, 'SetTenantRule', { companyId: flat.dana.user.companyId, news, ways })

const newsOf = (jobId: string) => sql('select about from tenant_news where job_id = $1', [jobId])
/** As if the change had been longer than ten minutes ago. Two more processes look for what is due at the same time. */
async function send(jobId: string) {
  const tasks = [1, 2].map(() => startTenantNews(server.services, { every: 20, lookEvery: 20 }))
  await expect.poll(() => newsOf(jobId)).not.toEqual([])
  await sql('update tenant_news set due_at = now() where job_id = $1', [jobId])
  await expect.poll(() => newsOf(jobId)).toEqual([])
  await Promise.all(tasks.map((task) => task.stop()))
}
/** Lets every reaction go past what was appended. */
async function passed() {
  const task = startTenantNews(server.services, { every: 20, lookEvery: 20 })
  const behind = () =>
    sql(
      `select 1 from company_head head left join reaction_checkpoint place
       on place.company_id = head.company_id and place.reaction = 'tenants'
       where head.company_id = $1 and coalesce(place.seq, -1) < head.seq`,
      [flat.dana.user.companyId],
    )
  await expect.poll(behind).toEqual([])
  await task.stop()
}
const letters = () => mailbox.letters.filter(({ to }) => to.includes(email))
const told = async (jobId: string) => {
  const { token } = flat.dana
  const answer = await server.call(pathTo(paths.jobHistory, { jobId }), { token })
  const { entries }: JobHistoryAnswer = await answer.json()
  return entries.filter(({ type }) => type === 'TenantLinkSent').toReversed()
}

test('nothing is sent without a rule, and what happened before there was one is never sent', async () => {
  const { jobId } = await bookedJob(server, flat)
  await passed()
  expect(await newsOf(jobId)).toEqual([])
  await setRule('booked')
  await passed()
  expect(await newsOf(jobId)).toEqual([])
  expect(letters()).toEqual([])
})

test('the link is mailed once when a visit is booked, and what becomes of the visit as the rule has it, by any number of processes', async () => {
  const { dana, tom } = flat
  await setRule('booked')
  await setRule('changed')
  const { jobId, visit } = await bookedJob(server, flat)
  await send(jobId)
  const letter = await mailbox.letterAbout(email, 'Your repair at Flat 22')
  const [link] = (await linksOf(server, dana, jobId)).links
  expect(letter.text).toContain(`https://fettle.example${link?.path}`)
  expect(link?.sentAt).toBeDefined()
  expect((await fetch(server.url + link?.path)).status).toBe(200)
  expect(letter.text).not.toMatch(/Okafor|£|Mend/)
  // Booked again as it was: nothing to tell.
  await accepted(server, dana, 'ScheduleJob', { jobId, ...visit, access: 'Ring twice' })
  await send(jobId)
  expect(letters()).toHaveLength(1)
  await accepted(server, dana, 'ScheduleJob', {
    jobId,
    ...visitIn(72, [tom.user.userId]),
    jobBookingId: visit.jobBookingId,
  })
  await send(jobId)
  expect((await mailbox.letterAbout(email, 'The visit at Flat 22 has moved')).text).toContain(String(link?.path))
  await accepted(server, dana, 'DeleteBooking', { jobId })
  await send(jobId)
  await mailbox.letterAbout(email, 'The visit at Flat 22 is cancelled')
  expect(letters()).toHaveLength(3)
  const entries = await told(jobId)
  expect(entries.map(({ changes }) => changes.find(({ field }) => field === 'toldTenant')?.to)).toEqual([
    undefined,
    'Visit moved',
    'Visit cancelled',
  ])
  expect(entries.map(({ actorRole }) => actorRole)).toEqual(['system', 'system', 'system'])
  expect((await linksOf(server, dana, jobId)).links).toHaveLength(1)
})

test('who is on the way is mailed at once with the first name alone, while they are', async () => {
  const { tom } = flat
  await setRule('booked', [])
  await setRule('onTheWay')
  const before = letters().length
  const { jobId, visit } = await bookedJob(server, flat, 1)
  const { jobBookingId } = visit
  await accepted(server, tom, 'SayOnTheWay', { jobId, onWayId: uuid(), jobBookingId, minutes: 30 })
  const task = startTenantNews(server.services, { every: 20, lookEvery: 20 })
  const letter = await mailbox.letterAbout(email, 'Tom is on the way to Flat 22')
  await task.stop()
  expect(letter.text).toMatch(/Tom from Harrow & Pike is on the way, expected about \d\d:\d\d\./)
  expect(letter.text).not.toContain('Okafor')
  await expect.poll(async () => (await told(jobId)).length).toBe(1)
  const onWayId = uuid()
  await setRule('onTheWay', [])
  await accepted(server, tom, 'SayOnTheWay', { jobId, onWayId, jobBookingId, minutes: 15 })
  await passed()
  await expect.poll(async () => (await newsOf(jobId)).filter(({ about }) => about === 'on the way')).toEqual([])
  expect(letters()).toHaveLength(before + 1)
})

test('tenants without an email are named to the office, and get nothing; only the office sets the rule', async () => {
  const { dana, tom, siteId } = flat
  await setRule('booked')
  const contactId = uuid()
  const tenant = { siteId, contactId, role: 'tenant', name: 'Yusuf Demir', telephone: '', email: '' }
  const { seq } = await accepted(server, dana, 'SetSiteContact', tenant)
  const { jobId } = await bookedJob(server, flat)
  await jobNow(server, dana, jobId)
  expect(seq).toBeGreaterThan(0)
  const answer = await linksOf(server, dana, jobId)
  expect(answer).toMatchObject({ byRule: true })
  expect(answer.tenants.find((one) => one.contactId === contactId)).toMatchObject({ hasEmail: false })
  await send(jobId)
  expect((await linksOf(server, dana, jobId)).links.map((one) => one.name)).toEqual(['Amara Bello'])
  const rule = { companyId: dana.user.companyId, news: 'booked', ways: [] }
  const [refused] = await sendCommands(server, tom, command('SetTenantRule', rule))
  expect(refused).toMatchObject({ status: 'refused', code: 'office-only' })
})

test('what waits while the mail server is down is all sent once it is back: the link first told, and the newest of a visit', async () => {
  const { dana, tom } = flat
  await setRule('booked')
  await setRule('changed')
  const queued = () => sql('select 1 from mail where recipient = $1', [email])
  await expect.poll(queued).toEqual([])
  const before = letters().length
  mailbox.full = true
  const { jobId, visit } = await bookedJob(server, flat)
  await send(jobId)
  for (const hours of [72, 96]) {
    const moved = { ...visitIn(hours, [tom.user.userId]), jobBookingId: visit.jobBookingId }
    await accepted(server, dana, 'ScheduleJob', { jobId, ...moved })
    await send(jobId)
  }
  expect(await told(jobId)).toHaveLength(3)
  // The first news of the move is dropped as soon as it is tried again, which may have been by now.
  expect((await queued()).length).toBeGreaterThanOrEqual(2)
  mailbox.full = false
  await sql('update mail set due_at = now()')
  await expect.poll(queued).toEqual([])
  const [link] = (await linksOf(server, dana, jobId)).links
  const arrived = letters().slice(before)
  expect(arrived.map(({ subject }) => subject).toSorted()).toEqual([
    'The visit at Flat 22 has moved',
    'Your repair at Flat 22',
  ])
  for (const { text } of arrived) expect(text).toContain(String(link?.path))
  expect(await told(jobId)).toHaveLength(3)
})
