import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTenantNews } from '#api/reactions/tenants/tenant-news.ts'
import type { TenantNews, TenantWay } from '#core/company/tenant-rule.ts'
import { erasedText } from '#core/model/erased-text.ts'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import type { TextsAnswer } from '#core/wire/jobs/texts.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted } from '#test/server/commands.ts'
import { eraseAnother, erasureOf, untilErased } from '#test/server/erasures.ts'
import { noticesOn } from '#test/server/notices/told.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { bookedJob, type LetFlat, letFlat, linksOf, linkTo, visitIn } from '#test/server/tenants/let-flat.ts'
import { openGateway, type TestGateway } from '#test/server/texts/gateway.ts'
import { startTexts } from './texts.ts'

let gateway: TestGateway
let server: TestServer
let flat: LetFlat
let sql: ReturnType<typeof noticesOn>['sql']
const telephone = '07700 900142'
const number = '+447700900142'
beforeAll(async () => {
  gateway = await openGateway()
  server = await startServer({ sms: gateway.settings, publicUrl: 'https://fettle.example', smsDaily: 40 })
  sql = noticesOn(server).sql
  flat = await letFlat(server, { telephone })
  await eraseAnother(server)
})
afterEach(async () => {
  gateway.answer = undefined
  // Each test has a day of its own: a tenant gets so many texts in one.
  await sql(`delete from rate_limit where key like 'texts-%'`)
})
afterAll(async () => {
  await server?.close()
  await gateway?.close()
})

const textsOf = async ({ token }: Pick<SignedInTest, 'token'> = flat.dana): Promise<TextsAnswer> =>
  (await server.call(paths.texts, { token })).json()
const entriesOf = async (jobId: string) => {
  const answer = await server.call(pathTo(paths.jobHistory, { jobId }), { token: flat.dana.token })
  const { entries }: JobHistoryAnswer = await answer.json()
  return entries.filter(({ type }) => type === 'TenantLinkSent').toReversed()
}
/** Sends the link of a job by text; the answer's status, and its links or its error. */
async function sendText(jobId: string, who: Pick<SignedInTest, 'token'> = flat.dana) {
  const linkId = (await linksOf(server, flat.dana, jobId)).links[0]?.linkId ?? ''
  const answer = await server.call(pathTo(paths.tenantLinkText, { jobId, linkId }), { token: who.token, body: {} })
  const body: TenantLinksAnswer & { error?: string } = await answer.json()
  return { status: answer.status, ...body }
}
const newest = async (jobId: string) => (await textsOf()).texts.find((one) => one.jobId === jobId)
const stateOf = (jobId: string) => expect.poll(async () => (await newest(jobId))?.state)
/** Makes every waiting text due now. */
async function tryNow() {
  await sql(`update text_message set due_at = now() where state = 'waiting'`)
  const task = startTexts(server.services, { every: 20 })
  await expect.poll(() => sql(`select 1 from text_message where state = 'waiting' and due_at <= now()`)).toEqual([])
  await task.stop()
}

test('the office texts a tenant the link by a click: once, in words of the email and no more, as the history says', async () => {
  const { dana } = flat
  const { jobId } = await bookedJob(server, flat)
  const path = await linkTo(server, flat, jobId)
  const before = (await textsOf()).thisMonth
  const { status, links, canText, tenants } = await sendText(jobId)
  expect([status, canText, tenants]).toMatchObject([200, true, [{ texts: 'yes' }]])
  expect(links[0]?.textedAt).toBeDefined()
  const [text, ...more] = (await gateway.textsTo(number)).filter((one) => one.text.includes(path))
  expect(more).toEqual([])
  expect(text?.text).toBe(
    `Harrow & Pike: your repair at Flat 22. See where it stands, and confirm the visit or ask for another time: https://fettle.example${path}`,
  )
  await stateOf(jobId).toBe('sent')
  expect(text?.key).toBe((await newest(jobId))?.textId)
  const [entry] = await entriesOf(jobId)
  expect(entry?.sentence).toBe('sent the tenant’s page by text message')
  expect(entry?.changes).toEqual([{ field: 'textedTo', to: number }])
  expect((await linksOf(server, dana, jobId)).links[0]?.text).toEqual({ state: 'sent' })
  const { thisMonth } = await textsOf()
  expect(thisMonth).toEqual({ texts: before.texts + 1, parts: before.parts + 2 })
})

test('a number that takes no texts is refused by name, at the tenant and at the action', async () => {
  const { dana, siteId, contactId } = flat
  const { jobId } = await bookedJob(server, flat)
  await linkTo(server, flat, jobId)
  const set = async (one: string) => {
    const tenant = { siteId, contactId, role: 'tenant', name: 'Amara Bello', telephone: one, email: '' }
    const { seq } = await accepted(server, dana, 'SetSiteContact', tenant)
    await server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`, { token: dana.token })
  }
  await set('020 7946 0958')
  expect(await sendText(jobId)).toMatchObject({
    status: 400,
    error: '020 7946 0958 is not a mobile number. Add one in the address book to send texts.',
  })
  expect((await linksOf(server, dana, jobId)).tenants[0]?.texts).toBe('not-mobile')
  await set('+33 6 12 34 56 78')
  expect((await sendText(jobId)).error).toBe(
    '+33 6 12 34 56 78 is a number abroad, so Fettle can’t text it. Send an email, or copy the link and send it yourself.',
  )
  expect((await linksOf(server, dana, jobId)).tenants[0]?.texts).toBe('abroad')
  await set('')
  expect(await sendText(jobId)).toMatchObject({
    status: 400,
    error: 'This tenant has no telephone number. Add a mobile number in the address book.',
  })
  await set(telephone)
  expect((await sendText(jobId)).status).toBe(200)
})

test('what the gateway refuses is given up and can be sent again by a click; what it may take later is tried again under its key', async () => {
  const { jobId } = await bookedJob(server, flat)
  await linkTo(server, flat, jobId)
  gateway.answer = (_req, res) => res.writeHead(503).end()
  await sendText(jobId)
  await expect.poll(async () => (await newest(jobId))?.why).toBe('The gateway has a fault (503).')
  await stateOf(jobId).toBe('waiting')
  expect((await linksOf(server, flat.dana, jobId)).links[0]?.text).toMatchObject({ state: 'waiting' })
  const id = (await newest(jobId))?.textId ?? ''
  const keyed = () => gateway.asked.filter(({ key }) => key === id).length
  gateway.answer = (_req, res) => res.writeHead(400).end('{"error":"unknown sender"}')
  await tryNow()
  await stateOf(jobId).toBe('failed')
  expect((await newest(jobId))?.why).toBe('The gateway refused it (400).')
  const tried = keyed()
  gateway.answer = undefined
  const retry = () => server.call(pathTo(paths.retryText, { textId: id }), { token: flat.dana.token, body: {} })
  const before = await textsOfNumber()
  expect((await retry()).status).toBe(200)
  // The gateway may charge for it again.
  expect(await textsOfNumber()).toBe(before + 1)
  await stateOf(jobId).toBe('sent')
  expect(keyed()).toBe(tried + 1)
  // It was sent: there is nothing to send again.
  expect((await retry()).status).toBe(404)
  expect(await entriesOf(jobId)).toHaveLength(1)
})

const textsOfNumber = async () =>
  Number((await sql(`select sum(points) as points from rate_limit where key like 'texts-number:%'`))[0]?.points)

test('a flood is refused with a sentence: so many texts a day to one number, and of one company', async () => {
  const { jobId } = await bookedJob(server, flat)
  await linkTo(server, flat, jobId)
  const sent = []
  for (let nth = 0; nth < 11; nth += 1) sent.push(await sendText(jobId))
  expect(sent.map((one) => one.status)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect(sent.at(-1)?.error).toBe(
    'This number has already had 10 texts today, the daily limit. Try again in 24 hours, or send an email.',
  )
  // The same number under another name.
  const [contactId, another] = [uuid(), await bookedJob(server, flat)]
  const tenant = {
    siteId: flat.siteId,
    contactId,
    role: 'tenant',
    name: 'A. Bello',
    telephone: '+44 7700 900142',
    email: '',
  }
  const { seq } = await accepted(server, flat.dana, 'SetSiteContact', tenant)
  await server.call(`${pathTo(paths.siteOfJob, { jobId: another.jobId })}?after=${seq}`, { token: flat.dana.token })
  await linkTo(server, { ...flat, contactId }, another.jobId)
  expect((await sendText(another.jobId)).status).toBe(429)
  await accepted(server, flat.dana, 'RemoveSiteContact', { siteId: flat.siteId, contactId })
  await sql(`update rate_limit set points = 40 where key like 'texts-company:%'`)
  await sql(`delete from rate_limit where key like 'texts-number:%'`)
  expect((await sendText(jobId)).error).toBe(
    'Your company has sent 40 texts today, the most for one day. Try again in 24 hours, or send an email.',
  )
})

const setRule = (news: TenantNews, ways: readonly TenantWay[]) =>
  accepted(server, flat.dana, 'SetTenantRule', { companyId: flat.dana.user.companyId, news, ways })
const newsOf = (jobId: string) => sql('select about from tenant_news where job_id = $1', [jobId])
/** As if the change had been longer than ten minutes ago, and it were day. Three processes look at the same time. */
async function tellNow(jobId: string) {
  const tasks = [1, 2].map(() => startTenantNews(server.services, { every: 20, lookEvery: 20 }))
  await expect.poll(() => newsOf(jobId)).not.toEqual([])
  await sql('update tenant_news set due_at = now() where job_id = $1', [jobId])
  await expect.poll(() => newsOf(jobId)).toEqual([])
  await Promise.all(tasks.map((task) => task.stop()))
  await tryNow()
}

test('by the company’s rule tenants are texted the link and what becomes of the visit, once by any number of processes', async () => {
  const { dana, tom } = flat
  await setRule('booked', ['text'])
  await setRule('changed', ['text'])
  const { jobId, visit } = await bookedJob(server, flat)
  await tellNow(jobId)
  const [link] = (await linksOf(server, dana, jobId)).links
  const said = () => gateway.asked.filter(({ text }) => text.includes(String(link?.path))).map(({ text }) => text)
  expect(said()).toEqual([expect.stringContaining('your repair at Flat 22')])
  const moved = { ...visitIn(72, [tom.user.userId]), jobBookingId: visit.jobBookingId }
  await accepted(server, dana, 'ScheduleJob', { jobId, ...moved })
  await tellNow(jobId)
  expect(said().slice(1)).toEqual([
    expect.stringMatching(/^Your visit has moved: Harrow & Pike would now like to come on/),
  ])
  await accepted(server, dana, 'DeleteBooking', { jobId })
  await tellNow(jobId)
  expect(said().slice(2)).toEqual([expect.stringContaining('has cancelled the visit at Flat 22')])
  expect(said().join()).not.toMatch(/Okafor|£|Mend/)
  expect((await entriesOf(jobId)).map(({ actorRole }) => actorRole)).toEqual(['system', 'system', 'system'])
  await setRule('booked', [])
  await setRule('changed', [])
})

test('a visit that is booked in the night is texted in the morning, and who is on the way at once', async () => {
  const { dana, tom } = flat
  await setRule('booked', ['text'])
  await setRule('onTheWay', ['text'])
  const { now } = server.services
  try {
    const late = new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T23:30:00Z`)
    const { jobId, visit } = await bookedJob(server, flat, 60)
    server.services.now = () => late
    const task = startTenantNews(server.services, { every: 20, lookEvery: 20 })
    await expect.poll(async () => (await newest(jobId))?.dueAt).toBeDefined()
    await task.stop()
    const due = Date.parse((await newest(jobId))?.dueAt ?? '')
    expect(due - late.getTime()).toBeGreaterThan(7 * 3_600_000)
    expect(due - late.getTime()).toBeLessThan(9 * 3_600_000)
    server.services.now = now
    await accepted(server, dana, 'SetTenantRule', { companyId: dana.user.companyId, news: 'booked', ways: [] })
    const { jobBookingId } = visit
    const soon = { ...visitIn(1, [tom.user.userId]), jobBookingId }
    await accepted(server, dana, 'ScheduleJob', { jobId, ...soon })
    await accepted(server, tom, 'SayOnTheWay', { jobId, onWayId: uuid(), jobBookingId, minutes: 30 })
    const onWay = startTenantNews(server.services, { every: 20, lookEvery: 20 })
    await expect
      .poll(() => gateway.asked.filter(({ text }) => text.startsWith('Tom from Harrow & Pike is on the way')).length, {
        timeout: 60_000,
      })
      .toBe(1)
    await onWay.stop()
    expect(gateway.asked.at(-1)?.text).not.toContain('Okafor')
  } finally {
    server.services.now = now
    await setRule('onTheWay', [])
  }
})

test('a text that is true no longer when its turn comes is not sent, nor is one to a number that was erased', async () => {
  const { dana } = flat
  gateway.answer = (_req, res) => res.writeHead(503).end()
  const [first, second] = [await bookedJob(server, flat), await bookedJob(server, flat)]
  for (const { jobId } of [first, second]) {
    await linkTo(server, flat, jobId)
    await sendText(jobId)
    await expect.poll(async () => (await newest(jobId))?.why).toBeDefined()
  }
  const linkId = (await linksOf(server, dana, first.jobId)).links[0]?.linkId ?? ''
  const end = pathTo(paths.tenantLink, { jobId: first.jobId, linkId })
  await server.call(end, { method: 'DELETE', token: dana.token })
  const [entry] = await entriesOf(second.jobId)
  const erasure = erasureOf([{ seq: entry?.seq ?? 0, path: 'sentTo' }])
  expect((await server.call(paths.erasures, { token: dana.token, body: erasure })).status).toBe(200)
  await untilErased(server)
  gateway.answer = undefined
  const ids = await Promise.all([first, second].map(async ({ jobId }) => (await newest(jobId))?.textId))
  const asked = () => gateway.asked.filter(({ key }) => ids.includes(key)).length
  const before = asked()
  await tryNow()
  expect([before > 0, asked()]).toEqual([true, before])
  for (const { jobId } of [first, second])
    expect(await newest(jobId)).toMatchObject({ state: 'dropped', why: 'It was no longer true, so it wasn’t sent.' })
  expect((await entriesOf(second.jobId))[0]?.changes).toEqual([{ field: 'textedTo', to: erasedText }])
})

test('the team, other companies and nobody else see or send texts', async () => {
  const { tom } = flat
  const { jobId } = await bookedJob(server, flat)
  await linkTo(server, flat, jobId)
  const stranger = await server.registerCompany({ businessName: 'Canary & Sons' })
  expect([(await sendText(jobId, tom)).status, (await sendText(jobId, stranger)).status]).toEqual([403, 404])
  gateway.answer = (_req, res) => res.writeHead(400).end()
  await sendText(jobId)
  await stateOf(jobId).toBe('failed')
  const textId = (await newest(jobId))?.textId ?? ''
  const retry = (who: Pick<SignedInTest, 'token'>) =>
    server.call(pathTo(paths.retryText, { textId }), { token: who.token, body: {} })
  expect([(await retry(tom)).status, (await retry(stranger)).status]).toEqual([403, 404])
  expect((await server.call(paths.texts, { token: tom.token })).status).toBe(403)
  expect((await server.call(paths.texts)).status).toBe(401)
  expect((await textsOf(stranger)).texts).toEqual([])
  expect((await newest(jobId))?.state).toBe('failed')
})
