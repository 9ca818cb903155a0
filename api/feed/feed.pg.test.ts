import { randomBytes } from 'node:crypto'
import nodeIcal, { type VEvent } from 'node-ical'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CalendarFeed, FeedAnswer, FeedVisits } from '#core/wire/jobs/calendar.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { type TestVisit, type VisitingCompany, visitingCompany } from '#test/browser/visits.ts'
import { accepted } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import type { SignedInTest } from '#test/server/server.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { maxVisits } from './visits.ts'

let server: TestServer
let company: VisitingCompany
let before: TestVisit
let spring: TestVisit
let autumn: TestVisit

const own = async (person: SignedInTest, method = 'GET', visits?: FeedVisits) => {
  const { token } = person
  const body = visits === undefined ? {} : { body: { visits } }
  const answer = await server.call(paths.calendarFeed, { token, method, ...body })
  return { status: answer.status, answer: (await answer.json()) as FeedAnswer }
}
async function make(person: SignedInTest, visits: FeedVisits): Promise<CalendarFeed & { path: string }> {
  const { answer } = await own(person, 'POST', visits)
  const path = answer.feed?.path ?? expect.fail('the link is shown')
  return { ...(answer.feed ?? expect.fail('there is a link')), path }
}
const fetched = (path: string, headers = {}) => fetch(server.url + path, { headers })
/** The events of a calendar by their site, as a calendar program reads them. */
async function read(path: string) {
  const answer = await fetched(path)
  expect(answer.status).toBe(200)
  const text = await answer.text()
  const events = Object.values(nodeIcal.sync.parseICS(text)).filter((one): one is VEvent => one?.type === 'VEVENT')
  return { text, answer, of: (site: string) => events.find((one) => one.location === site), events }
}
const reached = async ({ jobId }: TestVisit, seq: number) => {
  await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}`, { token: company.dana.token })
  await server.call(`${paths.calendar}?from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z&after=${seq}`, {
    token: company.dana.token,
  })
}
const move = async (visit: TestVisit, ...times: Parameters<VisitingCompany['reschedule']>[2]) =>
  reached(visit, (await company.reschedule(company.dana, visit, times)).seq)

beforeAll(async () => {
  server = await startServer()
  // The feed shows a little over a year around the current date.
  server.services.now = () => new Date('2027-01-15T09:00:00.000Z')
  company = await visitingCompany(server)
  const { book, tom, maya } = company
  before = await book('1 Saturday Row', ['2027-03-27', '09:00', '11:00'], [tom])
  spring = await book('2 Spring Gardens', ['2027-03-28', '09:00', '11:00'], [tom, maya])
  autumn = await book('3 Autumn Close', ['2027-10-31', '09:00', '11:00'], [maya])
  await move(autumn, '2027-10-31', '09:00', '11:30')
})
afterAll(() => server.close())

test('a calendar program reads every visit at the company’s local time, across both clock changes', async () => {
  const { path } = await make(company.dana, 'all')
  const { of, events, text, answer } = await read(path)
  expect(events).toHaveLength(3)
  expect(of('1 Saturday Row')?.start.toISOString()).toBe('2027-03-27T09:00:00.000Z')
  expect(of('2 Spring Gardens')?.start.toISOString()).toBe('2027-03-28T08:00:00.000Z')
  expect(of('3 Autumn Close')?.start.toISOString()).toBe('2027-10-31T09:00:00.000Z')
  expect(of('3 Autumn Close')?.end?.toISOString()).toBe('2027-10-31T11:30:00.000Z')
  expect(of('2 Spring Gardens')).toMatchObject({
    uid: `${spring.jobId}@fettle`,
    summary: '2 Spring Gardens · 00002',
    description: 'People: tom.okafor, maya.lind\nStatus: Booked\n\nTo do:\n- Mend the tap',
    status: 'CONFIRMED',
    url: { val: `${server.url}/job/${spring.jobId}` },
  })
  expect(text).toContain('X-WR-CALNAME:Harrow & Pike visits')
  expect(text).toContain('X-WR-TIMEZONE:Europe/London')
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
})

test('a moved visit is the same event with a higher sequence; a deleted visit disappears', async () => {
  const { path } = await make(company.dana, 'all')
  const was = (await read(path)).of('1 Saturday Row') ?? expect.fail('it is there')
  await move(before, '2027-03-29', '14:00', '15:30')
  const moved = (await read(path)).of('1 Saturday Row')
  expect(moved?.start.toISOString()).toBe('2027-03-29T13:00:00.000Z')
  expect(moved?.uid).toBe(was.uid)
  expect(Number(moved?.sequence)).toBeGreaterThan(Number(was.sequence))
  const { dana } = company
  await reached(before, (await accepted(server, dana, 'DeleteBooking', { jobId: before.jobId })).seq)
  expect((await read(path)).of('1 Saturday Row')).toBeUndefined()
  await move({ ...before, jobBookingId: spring.jobId }, '2027-03-30', '09:00', '10:00')
  const again = (await read(path)).of('1 Saturday Row')
  expect([again?.uid, Number(again?.sequence) > Number(moved?.sequence)]).toEqual([was.uid, true])
  await reached(
    before,
    (await accepted(server, dana, 'ChangeWarning', { jobId: before.jobId, warning: 'cancelled' })).seq,
  )
  expect((await read(path)).of('1 Saturday Row')?.status).toBe('CANCELLED')
})

test('a link shows all visits or one’s own; the team only gets its own, and no office fact', async () => {
  const { dana, tom, maya } = company
  const { seq } = await accepted(server, dana, 'EditJob', {
    jobId: spring.jobId,
    ...{ workOrder: 'WO-CANARY', agency: 'Canary Lettings', receivedBy: 'Canary' },
  })
  await reached(spring, seq)
  const { path, visits } = await make(tom, 'mine')
  expect(visits).toBe('mine')
  const { events, text } = await read(path)
  expect(events.map((one) => one.location).toSorted()).toEqual(['1 Saturday Row', '2 Spring Gardens'])
  expect(text).not.toMatch(/canary|price|£/i)
  for (const method of ['POST', 'PUT']) expect((await own(tom, method, 'all')).status).toBe(403)
  expect((await read((await make(maya, 'mine')).path)).events).toHaveLength(2)

  const link = await make(dana, 'all')
  expect((await read(link.path)).events).toHaveLength(3)
  await own(dana, 'PUT', 'mine')
  expect((await read(link.path)).events).toHaveLength(0)
  expect((await own(dana)).answer.feed).toMatchObject({ path: link.path, visits: 'mine' })
})

test('an unchanged file gets a 304, and is revalidated each time', async () => {
  const { path } = await make(company.dana, 'all')
  const first = await fetched(path)
  const etag = first.headers.get('etag') ?? expect.fail('it has a tag')
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  expect(await (await fetched(path)).text()).toBe(await first.text())
  expect((await fetched(path, { 'if-none-match': etag })).status).toBe(304)
  await move(autumn, '2027-10-31', '10:00', '12:00')
  expect((await fetched(path, { 'if-none-match': etag })).status).toBe(200)
})

test('a link is stored as a hash, shown to its owner with its last use, and ends when replaced or turned off', async () => {
  const { priya } = company
  expect((await own(priya)).answer).toEqual({})
  const first = await make(priya, 'all')
  expect(first.lastReadAt).toBeUndefined()
  await fetched(first.path, { 'user-agent': 'Google-Calendar-Importer' })
  const shown = (await own(priya)).answer.feed
  expect(shown).toMatchObject({ path: first.path, lastReadBy: 'Google-Calendar-Importer' })
  expect(Date.parse(shown?.lastReadAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  const { rows } = await server.services.authPool.query('select * from calendar_feed')
  expect(JSON.stringify(rows)).not.toContain(first.path.slice(6, 40))

  const second = await make(priya, 'all')
  expect(second.path).not.toBe(first.path)
  expect((await fetched(first.path)).status).toBe(404)
  expect((await fetched(second.path)).status).toBe(200)
  expect((await own(priya, 'DELETE')).answer).toEqual({})
  expect((await fetched(second.path)).status).toBe(404)
})

test('a removed person’s link no longer shows anything, and a person moved to the team sees only their own visits', async () => {
  const { dana, priya, tom } = company
  const [office, team] = [await make(priya, 'all'), await make(tom, 'mine')]
  expect((await read(office.path)).events).toHaveLength(3)
  await accepted(server, dana, 'ChangeRole', { userId: priya.user.userId, userRole: 'team' })
  expect((await read(office.path)).events).toHaveLength(0)
  await accepted(server, dana, 'RemoveMember', { userId: tom.user.userId })
  expect((await fetched(team.path)).status).toBe(404)
  await accepted(server, dana, 'RestoreMember', { userId: tom.user.userId })
  expect((await fetched(team.path)).status).toBe(404)
})

test('people must sign in to get a link, and only get their own', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    const answer = await server.call(paths.calendarFeed, { method, ...(method === 'GET' ? {} : { body: {} }) })
    expect(answer.status).toBe(401)
  }
  const stranger = await server.registerCompany({ businessName: 'Canary & Sons' })
  expect((await own(stranger)).answer).toEqual({})
  const { path } = await make(stranger, 'all')
  expect((await read(path)).events).toEqual([])
  await own(stranger, 'DELETE')
  expect((await own(company.dana)).answer.feed).toBeDefined()
  expect((await own(stranger, 'PUT', 'mine')).answer.feed?.visits).toBe('mine')
})

test('a link read too often is refused for a while, and an unknown link is not found', async () => {
  const { path } = await make(company.dana, 'all')
  for (const wrong of ['/ical/x.ics', '/ical/x', path.slice(0, -4), path.replace('/ical/', '/ical/A')])
    expect((await fetched(wrong)).status, wrong).toBe(404)
  const statuses = await Promise.all(Array.from({ length: 130 }, async () => (await fetched(path)).status))
  expect(statuses.filter((one) => one === 200).length).toBeLessThan(121)
  const refused = await fetched(path)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('too many unknown links from an address are refused, but valid links from it still work', async () => {
  const { path } = await make(company.maya, 'mine')
  const guesses = await Promise.all(
    Array.from(
      { length: 40 },
      async () => (await fetched(`/ical/${randomBytes(32).toString('base64url')}.ics`)).status,
    ),
  )
  expect(new Set(guesses)).toEqual(new Set([404, 429]))
  expect((await fetched(path)).status).toBe(200)
})

/** Adds as many visits like this one as a feed holds, each a minute after the one before, without their history. */
const copyOften = ({ jobId }: TestVisit, companyId: string) =>
  withSuperuser(server.database.url, async (client) => {
    await client.query(
      `insert into calendar_row
        select (jsonb_populate_record(visit, jsonb_build_object(
          'job_id', md5(visit.job_id::text || nth)::uuid, 'apartment_name', visit.apartment_name || ' copy',
          'job_start', visit.job_start + nth * interval '1 minute', 'job_end', visit.job_end + nth * interval '1 minute'))).*
        from calendar_row visit, generate_series(1, $2::int) nth where visit.company_id = $1 and visit.job_id = $3`,
      [companyId, maxVisits, jobId],
    )
    await client.query(
      `insert into document
        select company_id, projection, generation, md5(key || nth)::uuid::text, body
        from document, generate_series(1, $2::int) nth where company_id = $1 and projection = 'job' and key = $3`,
      [companyId, maxVisits, jobId],
    )
  })

test('of more visits than a feed holds, those of today and ahead come first, then the newest of the past', async () => {
  const { dana, book, tom } = await visitingCompany(server)
  const { companyId } = dana.user
  const past = await book('Long Ago Lane', ['2026-12-01', '09:00', '11:00'], [tom])
  await book('Yesterday Yard', ['2027-01-14', '07:00', '08:00'])
  await book('Earlier Today Drive', ['2027-01-15', '00:15', '01:00'], [tom])
  const next = await book('Tomorrow Terrace', ['2027-01-16', '09:00', '11:00'], [tom])
  const { seq } = await accepted(server, dana, 'ChangeWarning', { jobId: next.jobId, warning: 'insurance' })
  await server.call(`${pathTo(paths.job, { jobId: next.jobId })}?after=${seq}`, { token: dana.token })
  await server.call(`${paths.calendar}?from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z&after=${seq}`, dana)
  const [all, own] = [await make(dana, 'all'), await make(tom, 'mine')]
  const shown = async ({ path }: { path: string }) => {
    const { events } = await read(path)
    expect(events).toHaveLength(maxVisits)
    const starts = events.map((one) => one.start.toISOString())
    expect(starts).toEqual(starts.toSorted())
    return events.map((one) => one.location)
  }

  await copyOften(past, companyId)
  const office = await shown(all)
  expect(office[0]).toBe('Long Ago Lane copy')
  expect(office.slice(-3)).toEqual(['Yesterday Yard', 'Earlier Today Drive', 'Tomorrow Terrace'])
  const his = await shown(own)
  expect(his[0]).toBe('Long Ago Lane copy')
  expect(his.slice(-2)).toEqual(['Earlier Today Drive', 'Tomorrow Terrace'])

  await copyOften(next, companyId)
  for (const feed of [all, own]) {
    const places = await shown(feed)
    expect(places.slice(0, 2)).toEqual(['Earlier Today Drive', 'Tomorrow Terrace'])
    expect(new Set(places.slice(2))).toEqual(new Set(['Tomorrow Terrace copy']))
  }
})
