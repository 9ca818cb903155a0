import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { siteAgenciesAnswer, sitesAnswer } from '#core/wire/jobs/sites.ts'
import { sitesPageSize } from '#core/wire/list-options.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { readSites } from './sites.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const get = (path: string, { token }: SignedInTest) => server.call(path, { token })
const listed = async (query: string, who: SignedInTest) =>
  sitesAnswer.parse(await (await get(`${paths.sites}?${query}`, who)).json())
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const siteOf = async (jobId: string, after: number, who: SignedInTest): Promise<string> =>
  (await (await get(`${pathTo(paths.siteOfJob, { jobId })}?after=${after}`, who)).json()).site.siteId

/** An emergency that somebody knew of so many hours ago, which is to be made safe within 24. */
async function emergency(who: SignedInTest, jobId: string, hours: number) {
  const dutyId = uuid()
  const { seq } = await accepted(server, who, 'RecordHazard', {
    ...{ jobId, dutyId, hazard: 'electrical', severity: 'emergency', law: 'england-social' },
    ...{ awareAt: hoursAgo(hours), reportedBy: 'Joan Pickles', reportedHow: 'phone', words: 'Exposed wiring' },
  })
  return { dutyId, seq }
}

const due = (from: number) => expect.stringContaining(hoursAgo(from - 24).slice(0, 13))

test('the list has the first deadline of a site’s jobs under whatever name, and is filtered by it, by open jobs and by agency', async () => {
  const olga = await server.registerCompany()
  const tom = await addMember(server, olga, 'team')
  const job = (apartmentName: string) => createJob(server, olga, { apartmentName })
  const [ash, odd, elm, oak] = [
    await job('1 Ash Road'),
    await job('Ash Road 1'),
    await job('2 Elm Road'),
    await job('3 Oak Road'),
  ]
  const [ashId, oddId, elmId] = [
    await siteOf(ash.jobId, oak.seq, olga),
    await siteOf(odd.jobId, oak.seq, olga),
    await siteOf(elm.jobId, oak.seq, olga),
  ]
  await accepted(server, olga, 'MergeSite', { siteId: oddId, into: ashId })
  await accepted(server, olga, 'EditSite', { siteId: ashId, agency: 'Aire Valley Homes' })
  await accepted(server, olga, 'EditSite', { siteId: elmId, agency: 'AIRE VALLEY homes' })
  const late = await emergency(olga, odd.jobId, 30)
  await emergency(olga, ash.jobId, 2)
  const { seq } = await emergency(olga, oak.jobId, 10)

  const all = await listed(`after=${seq}&counts=yes`, olga)
  expect(all.sites.map((one) => [one.name, one.openJobs, one.office?.nextDeadline])).toEqual([
    ['1 Ash Road', 2, expect.objectContaining({ jobId: odd.jobId, due: due(30) })],
    ['2 Elm Road', 1, undefined],
    ['3 Oak Road', 1, expect.objectContaining({ jobId: oak.jobId, due: due(10) })],
  ])
  expect(all.counts).toEqual({ all: 3, open: 3, deadlines: 2 })
  const namesOf = async (query: string, who = olga) => (await listed(query, who)).sites.map((one) => one.name)
  expect(await namesOf('filter=deadlines&direction=desc')).toEqual(['3 Oak Road', '1 Ash Road'])
  expect(await namesOf('agency=aire+valley+homes')).toEqual(['1 Ash Road', '2 Elm Road'])
  expect(await namesOf('agency=aire+valley+homes&filter=deadlines')).toEqual(['1 Ash Road'])
  expect(await namesOf('agency=Nobody')).toEqual([])
  const searched = await listed('search=oak&filter=open&counts=yes', olga)
  expect(searched).toMatchObject({ counts: { all: 1, open: 1, deadlines: 1 }, totalResults: 1 })
  const agencies = siteAgenciesAnswer.parse(await (await get(paths.siteAgencies, olga)).json())
  expect(agencies.agencies).toHaveLength(1)

  // After that visit the list shows the site's next one.
  const over = { jobId: odd.jobId, dutyId: late.dutyId, ending: 'recorded by mistake', reason: 'Another flat' }
  const { seq: ended } = await accepted(server, olga, 'EndDuty', over)
  const now = await listed(`after=${ended}&search=ash`, olga)
  expect(now.sites[0]?.office?.nextDeadline).toMatchObject({ jobId: ash.jobId, due: due(2) })

  // The team is told of none of it, and cannot find it out by filtering.
  const seen = await listed('counts=yes', tom)
  expect(seen.counts).toEqual({ all: 3, open: 3 })
  expect(JSON.stringify(seen)).not.toMatch(/office|deadline|Aire|"due"/i)
  for (const path of [`${paths.sites}?filter=deadlines`, `${paths.exportSites}?filter=deadlines`, paths.siteAgencies])
    expect((await get(path, tom)).status, path).toBe(403)
  expect(await namesOf('filter=open&direction=desc', tom)).toEqual(['3 Oak Road', '2 Elm Road', '1 Ash Road'])
})

test('a site shows who lives there now, or that nobody does any more, and what was spent there this year', async () => {
  const olga = await server.registerCompany()
  const taskId = uuid()
  const tasks = [{ taskId, description: 'Mend the boiler', price: 21_050 }]
  const done = await createJob(server, olga, { apartmentName: 'Flat 2, Mill House', tasks })
  const old = await createJob(server, olga, {
    apartmentName: 'Flat 2, Mill House',
    tasks: [{ ...tasks[0], taskId: uuid() }],
  })
  await accepted(server, olga, 'CycleTask', { jobId: done.jobId, taskId, from: 'not completed' })
  const siteId = await siteOf(done.jobId, old.seq, olga)
  const contact = (name: string, days: object) =>
    accepted(server, olga, 'SetSiteContact', {
      siteId,
      contactId: uuid(),
      role: 'tenant',
      name,
      telephone: '',
      email: '',
      ...days,
    })
  const building = uuid()
  await accepted(server, olga, 'AddSite', {
    siteId: building,
    name: 'Mill House',
    address: '22 Mill Lane',
    postcode: 'LS6 2HN',
  })
  await accepted(server, olga, 'EditSite', { siteId, buildingId: building })
  const { seq } = await contact('Amy Lodge', { until: '2020-01-31' })
  const empty = await listed(`after=${seq}&search=mill`, olga)
  const year = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', year: 'numeric' }).format(new Date())
  expect(empty.office).toEqual({ year })
  // A building comes before its flats.
  expect(empty.sites.map(({ name, flats, tenants, isEmpty }) => ({ name, flats, tenants, isEmpty }))).toEqual([
    { name: 'Mill House', flats: 1, tenants: [], isEmpty: false },
    { name: 'Flat 2, Mill House', flats: 0, tenants: [], isEmpty: true },
  ])
  expect(empty.sites.map((one) => one.office?.spentThisYear)).toEqual([0, 21_050])
  const { seq: moved } = await contact('Tom and Ellie Ward', { from: '2020-02-01' })
  expect((await listed(`after=${moved}&search=flat`, olga)).sites).toMatchObject([
    { tenants: ['Tom and Ellie Ward'], isEmpty: false, openJobs: 1 },
  ])
  const csv = await (await get(`${paths.exportSites}?search=flat`, olga)).text()
  expect(csv).toContain(`Open Jobs,Visit,`)
  expect(csv).toContain(`Next Deadline,Spent In ${year}`)
  expect(csv).toMatch(/\r?\n"?Flat 2, Mill House"?,.*,1,.*,210\.50\r?\n/)

  // What was completed in another year is not of this one.
  await withSuperuser(server.database.url, (client) =>
    client.query('update dashboard_job set completed_at = $2 where job_id = $1', [
      done.jobId,
      `${Number(year) - 1}-06-01T09:00:00.000Z`,
    ]),
  )
  expect((await listed('search=flat', olga)).sites[0]?.office?.spentThisYear).toBe(0)
})

test('who lives at a site, and which year it is, goes by the company’s day', async () => {
  const olga = await server.registerCompany()
  const siteId = uuid()
  await accepted(server, olga, 'AddSite', { siteId, name: 'Flat 2, Mill House' })
  const tenant = (name: string, days: object) =>
    accepted(server, olga, 'SetSiteContact', {
      ...{ siteId, contactId: uuid(), role: 'tenant', name, telephone: '', email: '' },
      ...days,
    })
  await tenant('Amy Lodge', { until: '2026-06-30' })
  const { seq } = await tenant('Tom Ward', { from: '2026-07-01' })
  await listed(`after=${seq}`, olga)
  const listedAt = (at: string) =>
    readSites(
      server.services.ledgerPool,
      { companyId: olga.user.companyId, audience: 'office', now: new Date(at) },
      { search: 'mill' },
    )
  const tenantsAt = async (at: string) => (await listedAt(at)).sites.map((one) => one.tenants)

  // A summer's day in London begins at 23:00 UTC.
  expect(await tenantsAt('2026-06-30T22:59:00.000Z')).toEqual([['Amy Lodge']])
  expect(await tenantsAt('2026-06-30T23:00:00.000Z')).toEqual([['Tom Ward']])
  expect((await listedAt('2026-12-31T23:59:00.000Z')).office).toEqual({ year: '2026' })
  expect((await listedAt('2027-01-01T00:00:00.000Z')).office).toEqual({ year: '2027' })
})

test('pages follow each other in either direction, and the counts are those of all pages', async () => {
  const olga = await server.registerCompany()
  const names = Array.from({ length: sitesPageSize + 3 }, (_, nth) => `Flat ${nth + 1}, Long House`)
  let seq = 0
  for (const name of names)
    ({ seq } = await accepted(server, olga, 'AddSite', { siteId: uuid(), name, agency: 'Calder' }))
  const first = await listed(`after=${seq}`, olga)
  const second = await listed('page=2&counts=yes', olga)
  expect([...first.sites, ...second.sites].map((one) => one.name)).toEqual(names)
  expect(second).toMatchObject({ totalPages: 2, totalResults: names.length, counts: { all: names.length, open: 0 } })
  const last = await listed('page=2&direction=desc&agency=calder', olga)
  expect(last.sites.map((one) => one.name)).toEqual(names.slice(0, 3).toReversed())
})
