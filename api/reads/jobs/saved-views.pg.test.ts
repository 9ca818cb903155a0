import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Audience, audienceOf } from '#core/model/access.ts'
import { mostCountedViews } from '#core/views/jobs-list.ts'
import type { View } from '#core/views/messages.ts'
import { viewsIn } from '#core/views/views.ts'
import type { JobsQuery } from '#core/wire/jobs/jobs.ts'
import type { ViewsAnswer } from '#core/wire/jobs/views.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { readJobs } from './jobs.ts'
import { countViews } from './view-counts.ts'
import { noteViewOpened } from './view-uses.ts'

let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
/** A Thursday in London, half past midnight; the day before by UTC. */
const now = new Date('2026-07-08T23:30:00.000Z')

beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  ann = await addMember(server, olga, 'admin', 'ann')
  tom = await addMember(server, olga, 'team', 'tom')
})
afterAll(() => server.close())

const read = async ({ token }: SignedInTest, after = 0): Promise<ViewsAnswer> =>
  (await server.call(`${paths.views}?after=${after}`, { token })).json()
const view = (more: Partial<View> = {}): View => ({ viewId: uuid(), name: 'Needs a visit', status: 'pending', ...more })
const save = (person: SignedInTest, listOf: string, one: View) =>
  accepted(server, person, 'SaveView', { listOf, view: one })
const names = (list: ViewsAnswer['own'] | undefined) => viewsIn(list).map((one) => one.name)

test("a person's views are their own, those of the office are shared in it, and both are pushed to whoever may see them", async () => {
  const [office, admin, team] = await Promise.all([olga, ann, tom].map((person) => listen(server, person)))
  const { companyId } = olga.user
  const own = view({ name: 'Of Ann' })
  await save(ann, ann.user.userId, own)
  await save(tom, tom.user.userId, view({ name: 'Of Tom' }))
  const { seq } = await save(olga, companyId, view({ name: 'Of the office' }))
  for (const device of [office, admin])
    await device?.pushed((one) => one.projection === 'shared-views' && one.seq >= seq)
  await team?.pushed((one) => one.projection === 'own-views')
  expect(office?.text()).not.toContain('Of Ann')
  expect(admin?.text()).toContain('Of Ann')
  for (const unseen of ['Of Ann', 'Of the office']) expect(team?.text()).not.toContain(unseen)
  const [ofOlga, ofAnn, ofTom] = await Promise.all([olga, ann, tom].map((person) => read(person, seq)))
  expect([names(ofOlga?.own), names(ofOlga?.shared)]).toEqual([[], ['Of the office']])
  expect([names(ofAnn?.own), names(ofAnn?.shared)]).toEqual([['Of Ann'], ['Of the office']])
  expect([names(ofTom?.own), ofTom?.shared]).toEqual([['Of Tom'], undefined])
  const listOf = ann.user.userId
  const refused = await sendCommands(server, olga, command('DeleteView', { listOf, viewId: own.viewId }))
  expect(refused).toMatchObject([{ status: 'refused', error: 'View not found.' }])
  for (const device of [office, admin, team]) device?.close()
})

test('a view is moved to another list or stays in its own: both changes are recorded or neither, once however often it is sent', async () => {
  const { companyId, userId } = olga.user
  const moved = view({ name: 'Moved' })
  await save(olga, userId, moved)
  const lists = async (seq: number) => {
    const { own, shared } = await read(olga, seq)
    return [own, shared].map((list) => names(list).filter((name) => name === moved.name).length)
  }
  const move = (listOf: string, movedFrom: string) =>
    command('SaveView', { listOf, view: moved, movedFrom }, { attempt: 1 })
  // No person may take a view from the list of another.
  const ofAnother = move(companyId, ann.user.userId)
  expect(await sendCommands(server, olga, ofAnother)).toMatchObject([{ status: 'refused', code: 'view-not-found' }])
  const taken = view({ name: moved.name })
  await save(olga, companyId, taken)
  const isTaken = move(companyId, userId)
  for (const one of [isTaken, isTaken])
    expect(await sendCommands(server, olga, one)).toMatchObject([{ code: 'view-name-taken', field: 'name' }])
  const freed = await accepted(server, olga, 'DeleteView', { listOf: companyId, viewId: taken.viewId })
  expect(await lists(freed.seq)).toEqual([1, 0])
  const share = move(companyId, userId)
  const [first] = await sendCommands(server, olga, share)
  const results = await sendCommands(server, olga, share, move(userId, companyId), share)
  expect(results).toMatchObject([first, { status: 'accepted' }, first])
  expect(await lists(results[1]?.seq ?? 0)).toEqual([1, 0])
})

test('a person who has become one of the team no longer reads what they saved of the office, nor is it pushed to them', async () => {
  const eve = await addMember(server, olga, 'admin', 'eve')
  await save(eve, eve.user.userId, view({ name: 'Canary list', agency: 'Canary Lettings' }))
  const { seq } = await save(eve, eve.user.userId, view({ name: 'Plain list' }))
  expect(names((await read(eve, seq)).own)).toEqual(['Canary list', 'Plain list'])
  await accepted(server, olga, 'ChangeRole', { userId: eve.user.userId, userRole: 'team' })
  const device = await listen(server, eve)
  const later = await save(eve, eve.user.userId, view({ name: 'Later list' }))
  await device.pushed((one) => one.projection === 'own-views' && one.seq >= later.seq)
  device.socket.emit('caught-up', { epoch: 1, seq: 0 })
  const before = device.pushes.length
  await device.pushed((one) => device.pushes.indexOf(one) >= before && one.projection === 'own-views')
  device.close()
  const answer = await (await server.call(`${paths.views}?after=${later.seq}`, { token: eve.token })).text()
  for (const text of [answer, device.text()]) {
    expect(text).toContain('Later list')
    expect(text).not.toContain('Canary')
  }
})

test('a shared view tells how many people of the office use it: whoever opened it within 30 days, written at most once a day', async () => {
  const pool = server.services.ledgerPool
  const { companyId } = olga.user
  const shared = view({ name: 'Used by some' })
  const own = view({ name: 'Used by one' })
  await save(olga, olga.user.userId, own)
  const { seq } = await save(olga, companyId, shared)
  await server.call(`${paths.views}?after=${seq}`, { token: olga.token })
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  const open = ({ user }: SignedInTest, at: Date, { viewId } = shared) =>
    noteViewOpened(pool, { companyId, viewId, userId: user.userId }, at)
  const kept = () =>
    withSuperuser(server.database.url, async (client) => {
      const { rows } = await client.query<{ user_id: string; opened_at: string }>(
        'select user_id, opened_at from view_use where view_id = $1 order by opened_at',
        [shared.viewId],
      )
      return rows.map((one) => [one.user_id, new Date(one.opened_at).getTime()])
    })
  const start = days(0)
  expect([await open(olga, start), await open(olga, days(0.5)), await open(olga, start, own)]).toEqual([1, 1, 0])
  expect(await kept()).toEqual([[olga.user.userId, start.getTime()]])
  expect(await open(ann, days(20))).toBe(2)
  expect(await open(ann, days(31))).toBe(1)
  expect((await kept()).map(([who]) => who)).toEqual([ann.user.userId])
  // By the call: the team may not, and what is shared with nobody is used by nobody.
  const opened = (person: SignedInTest, viewId: string) =>
    server.call(pathTo(paths.viewOpened, { viewId }), { method: 'POST', token: person.token })
  expect(await (await opened(olga, shared.viewId)).json()).toEqual({ people: 2 })
  expect(await (await opened(olga, uuid())).json()).toEqual({ people: 0 })
  expect((await opened(tom, shared.viewId)).status).toBe(403)
  // People who leave no longer count, and are forgotten with their account.
  const eve = await addMember(server, olga, 'admin', 'eve.marsh')
  // She counts once the read models have her.
  await expect.poll(() => open(eve, days(0))).toBe(3)
  const gone = await accepted(server, olga, 'RemoveMember', { userId: eve.user.userId })
  await server.call(`${paths.team}?after=${gone.seq}`, { token: olga.token })
  expect(await (await opened(olga, shared.viewId)).json()).toEqual({ people: 2 })
  const erasure = pathTo(paths.memberErasure, { userId: eve.user.userId })
  expect((await server.call(erasure, { token: olga.token, body: { reason: 'Asked for' } })).status).toBe(200)
  expect((await kept()).map(([who]) => who)).not.toContain(eve.user.userId)
})

test('jobs are filtered by person, agency, site and the days of their visits', async () => {
  const book = async (apartmentName: string, jobStart: string, people: SignedInTest[], agency: string) => {
    const { jobId } = await createJob(server, olga, { apartmentName, agency })
    const jobEnd = new Date(Date.parse(jobStart) + 3_600_000).toISOString()
    const assignedTo = people.map(({ user }) => user.userId)
    const visit = { jobId, jobBookingId: uuid(), access: '', jobStart, jobEnd, assignedTo }
    return accepted(server, olga, 'ScheduleJob', visit)
  }
  await book('Wharf', '2026-07-09T08:00:00.000Z', [tom], 'Aire Valley')
  await book('Mill', '2026-07-09T23:10:00.000Z', [ann], 'aire valley')
  await book('Yard', '2026-07-16T08:00:00.000Z', [tom, ann], 'Aire Valley Homes')
  const siteId = uuid()
  await accepted(server, olga, 'AddSite', { siteId, name: 'The Old Wharf' })
  const wharf = await (await server.call(`${paths.sites}?search=wharf`, { token: olga.token })).json()
  const oldSite: string = wharf.sites.find((one: { name: string }) => one.name === 'Wharf').siteId
  const { seq } = await accepted(server, olga, 'MergeSite', { siteId: oldSite, into: siteId })
  await server.call(`${paths.sites}?after=${seq}`, { token: olga.token })
  const { companyId, userId, userRole } = olga.user
  const sites = async (query: JobsQuery, audience: Audience = audienceOf(userRole)) => {
    const { jobs, totalResults } = await readJobs(
      server.services.ledgerPool,
      companyId,
      audience,
      { ...query, userId },
      now,
    )
    expect(totalResults).toBe(jobs.length)
    return jobs.map((one) => one.apartmentName).toSorted()
  }
  expect(await sites({ person: tom.user.userId })).toEqual(['Wharf', 'Yard'])
  expect(await sites({ agency: 'AIRE VALLEY' })).toEqual(['Mill', 'Wharf'])
  for (const site of [oldSite, siteId]) expect(await sites({ site })).toEqual(['Wharf'])
  expect(await sites({ site: uuid() })).toEqual([])
  expect(await sites({ visit: 'today' })).toEqual(['Wharf'])
  expect(await sites({ visit: 'tomorrow' })).toEqual(['Mill'])
  expect(await sites({ visit: 'thisWeek' })).toEqual(['Mill', 'Wharf'])
  expect(await sites({ visit: 'nextWeek', person: ann.user.userId })).toEqual(['Yard'])
  expect(await sites({ visit: 'thisMonth' })).toEqual(['Mill', 'Wharf', 'Yard'])
  expect(await sites({ visit: '2026-07-10..2026-07-16' })).toEqual(['Mill', 'Yard'])
  expect(await sites({ visit: '..2026-07-09' })).toEqual(['Wharf'])
  // The same lists, counted: those that everybody has, and the saved views that the reader has.
  const ofAgency = view({ status: 'booked', agency: 'AIRE VALLEY' })
  const ofToday = view({ name: 'Visits today', status: 'booked', visit: 'today' })
  const ofTom = view({ status: 'booked' })
  await save(olga, companyId, ofAgency)
  await save(olga, userId, ofToday)
  const saved = await save(tom, tom.user.userId, ofTom)
  const shownIds = [ofAgency, ofToday, ofTom].map((one) => one.viewId)
  await server.call(`${paths.viewCounts}?after=${saved.seq}`, { token: olga.token })
  const counted = async (audience: Audience, of: SignedInTest) =>
    (await countViews(server.services.ledgerPool, { companyId, userId: of.user.userId, audience }, shownIds, now))
      .counts
  const few = (jobs: number) => ({ jobs, isMore: false })
  expect(await counted('office', olga)).toEqual({
    ...{ All: few(3), Overdue: few(0), Unassigned: few(0), 'To invoice': few(0), Mine: few(0) },
    ...{ [ofAgency.viewId]: few(2), [ofToday.viewId]: few(1) },
  })
  expect(await counted('team', tom)).toEqual({
    ...{ All: few(3), Mine: few(2), Today: few(1), Ready: few(0), [ofTom.viewId]: few(3) },
  })
  const tooMany = Array.from({ length: mostCountedViews + 1 }, () => uuid()).join(',')
  for (const views of [tooMany, 'mine', ''])
    expect((await server.call(`${paths.viewCounts}?views=${views}`, { token: olga.token })).status).toBe(400)
  const asked = await Promise.all(
    ['visit=soon', 'visit=2026-02-30..', 'person=tom', 'agency='].map((query) =>
      server.call(`${paths.jobs}?${query}`, { token: olga.token }),
    ),
  )
  expect(asked.map((one) => one.status)).toEqual([400, 400, 400, 400])
  expect((await server.call(`${paths.jobs}?agency=Aire`, { token: tom.token })).status).toBe(403)
})
