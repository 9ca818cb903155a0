import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deadlinesAnswer } from '#core/wire/jobs/deadlines.ts'
import { alikeSitesAnswer, siteAnswer, siteJobsAnswer, sitePhotosAnswer, sitesAnswer } from '#core/wire/jobs/sites.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let owner: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer()
  owner = await server.registerCompany()
  tom = await addMember(server, owner, 'team')
})
afterAll(() => server.close())

const read = async (path: string, { token } = owner) => (await server.call(path, { token })).json()
const listed = async (query: string, who = owner) => sitesAnswer.parse(await read(`${paths.sites}?${query}`, who))
const siteAt = async (siteId: string, after: number, who = owner) =>
  siteAnswer.parse(await read(`${pathTo(paths.site, { siteId })}?after=${after}`, who))
const jobsAt = async (siteId: string, query: string, who = owner) =>
  siteJobsAnswer.parse(await read(`${pathTo(paths.siteJobs, { siteId })}?${query}`, who))

const visit = { jobStart: '2026-12-01T09:00:00.000Z', jobEnd: '2026-12-01T10:00:00.000Z', access: '', assignedTo: [] }

test('jobs make sites by their names, which are renamed, merged and taken apart without a change of any job', async () => {
  const tasks = [{ taskId: uuid(), description: 'Extractor fan not working', price: 14_500 }]
  const first = await createJob(server, owner, { apartmentName: 'Flat 3, Ashdown House', tasks })
  await createJob(server, owner, { apartmentName: 'flat 3,  ashdown HOUSE' })
  const odd = await createJob(server, owner, { apartmentName: 'Ashdown House Flat 3' })
  await accepted(server, owner, 'ScheduleJob', { jobId: first.jobId, jobBookingId: uuid(), ...visit })
  const before = await listed(`after=${odd.seq}&search=ashdown`)
  expect(before.sites.map((one) => [one.name, one.openJobs])).toEqual([
    ['Ashdown House Flat 3', 1],
    ['Flat 3, Ashdown House', 2],
  ])
  const siteIdOf = (name: string) => before.sites.find((one) => one.name === name)?.siteId ?? ''
  const [siteId, oddId] = [siteIdOf('Flat 3, Ashdown House'), siteIdOf('Ashdown House Flat 3')]
  expect(await read(`${pathTo(paths.siteOfJob, { jobId: first.jobId })}?after=${odd.seq}`)).toMatchObject({
    site: { siteId },
  })

  // The office is shown that both look like one place.
  const alike = alikeSitesAnswer.parse(await read(`${paths.alikeSites}?after=${odd.seq}`))
  expect(alike.pairs.map(({ one, other }) => [one.siteId, other.siteId].toSorted())).toEqual([
    [siteId, oddId].toSorted(),
  ])

  // Two merges at once: one wins, and the other is told why it did not.
  const building = uuid()
  await accepted(server, owner, 'AddSite', { siteId: building, name: 'Ashdown House', postcode: 'ls62hn' })
  const answers = await Promise.all([
    sendCommands(server, owner, command('MergeSite', { siteId: oddId, into: siteId })),
    sendCommands(server, owner, command('MergeSite', { siteId: oddId, into: building })),
  ])
  const [won] = answers.flat().filter((one) => one.status === 'accepted')
  const lost = answers.flat().filter((one) => one.status === 'refused')
  expect(lost.map((one) => one.error)).toEqual([expect.stringMatching(/^This site was merged into .* Undo the merge/)])
  await accepted(server, owner, 'UndoSiteMerge', { siteId: oddId })
  await accepted(server, owner, 'MergeSite', { siteId: oddId, into: siteId })
  expect(won?.seq).toBeGreaterThan(0)

  const contactId = uuid()
  const contact = { siteId, contactId, role: 'tenant', name: 'Amara Bello', telephone: '07700 900142' }
  await accepted(server, owner, 'SetSiteContact', { ...contact, email: 'amara@example.com' })
  const form = { name: 'Flat 3', buildingId: building, keys: 'Set 14', agency: 'Aire Valley Homes' }
  const { seq } = await accepted(server, owner, 'EditSite', { siteId, ...form })
  const site = await siteAt(siteId, seq)
  expect(site).toMatchObject({
    site: { name: 'Flat 3', keys: 'Set 14', tenants: [{ name: 'Amara Bello' }] },
    otherNames: ['Ashdown House Flat 3', 'Flat 3, Ashdown House'],
    building: { siteId: building, name: 'Ashdown House' },
    merged: [{ siteId: oddId }],
  })
  expect(await siteAt(building, seq)).toMatchObject({ flats: [{ siteId }], flatCount: 1 })
  expect(await siteAt(oddId, seq)).toMatchObject({ mergedInto: { siteId, name: 'Flat 3' } })

  // All three jobs are at the one site, each with the name that it was created with.
  const jobs = await jobsAt(siteId, `after=${seq}`)
  expect(jobs).toMatchObject({ counts: { all: 3, open: 3 }, totalResults: 3 })
  expect(jobs.jobs.at(-1)).toMatchObject({ work: 'Extractor fan not working', office: { cost: 14_500 } })
  expect(await read(pathTo(paths.job, { jobId: odd.jobId }))).toMatchObject({
    job: { apartmentName: 'Ashdown House Flat 3' },
  })
  expect(await listed('search=07700900142')).toMatchObject({ sites: [{ siteId, openJobs: 3, visit: visit.jobStart }] })
  expect(await listed('search=aire+valley')).toMatchObject({ totalResults: 1 })
  expect(await listed('agency=Aire+Valley+Homes&filter=open')).toMatchObject({ totalResults: 1 })

  // The team sees the tenant and how to get in, and nothing of the office's.
  const seen = JSON.stringify([
    await siteAt(siteId, seq, tom),
    await listed('', tom),
    await jobsAt(siteId, '', tom),
    await (await server.call(paths.exportSites, { token: tom.token })).text(),
  ])
  expect(seen).toMatch(/Set 14.*Amara Bello/)
  expect(seen).not.toMatch(/Aire Valley|amara@|"office"|(?<![\da-f-])14500(?![\da-f-])|145\.00/)
  expect((await listed('search=aire+valley', tom)).totalResults).toBe(0)
  for (const path of [`${paths.sites}?agency=Aire+Valley+Homes`, paths.alikeSites, `${paths.exportSites}?agency=x`])
    expect((await server.call(path, { token: tom.token })).status).toBe(403)
  const csv = await (await server.call(paths.exportSites, { token: owner.token })).text()
  expect(csv).toMatch(/Flat 3,.*Amara Bello, 07700 900142.*Aire Valley Homes/)

  // A name stays with its site, and the history tells what happened to it.
  const again = await sendCommands(server, owner, command('AddSite', { siteId: uuid(), name: 'flat 3, ashdown house' }))
  expect(again).toMatchObject([
    { error: 'Flat 3, Ashdown House is another name of the site Flat 3. Choose another name.' },
  ])
  const { entries } = await read(`${paths.history}?kind=sites&site=Flat+3&after=${seq}`)
  expect(entries.map((one: { sentence: string }) => one.sentence)).toEqual(
    expect.arrayContaining([
      'renamed the site',
      'put the site in the building Ashdown House',
      'added the tenant: Amara Bello',
    ]),
  )
})

test('a site has the newest photos and the open deadlines of its jobs, under whatever name, and of no other site', async () => {
  const first = await createJob(server, owner, { apartmentName: '3 Beacon Terrace' })
  const renamed = await createJob(server, owner, { apartmentName: 'Beacon Terrace 3' })
  const elsewhere = await createJob(server, owner, { apartmentName: '4 Beacon Terrace' })
  const read1 = await read(`${pathTo(paths.siteOfJob, { jobId: first.jobId })}?after=${elsewhere.seq}`)
  const read2 = await read(`${pathTo(paths.siteOfJob, { jobId: renamed.jobId })}?after=${elsewhere.seq}`)
  const [siteId, merged] = [read1.site.siteId, read2.site.siteId]
  await accepted(server, owner, 'MergeSite', { siteId: merged, into: siteId })
  const hazard = {
    hazard: 'electrical',
    severity: 'emergency',
    law: 'england-social',
    awareAt: new Date().toISOString(),
  }
  const report = { reportedBy: 'Joan Pickles', reportedHow: 'phone', words: 'Exposed wiring' }
  for (const { jobId } of [first, renamed, elsewhere]) {
    const files = [{ bytes: await smallPhoto() }]
    expect((await upload(server, owner, jobId, { files })).ok).toBe(true)
    await accepted(server, owner, 'RecordHazard', { jobId, dutyId: uuid(), ...hazard, ...report })
  }
  const { seq } = await accepted(server, owner, 'AddNote', { jobId: first.jobId, noteId: uuid(), note: 'Wired' })
  for (const who of [owner, tom]) {
    const shown = sitePhotosAnswer.parse(await read(`${pathTo(paths.sitePhotos, { siteId })}?after=${seq}`, who))
    expect(shown.counts).toEqual({ photos: 2, jobs: 2 })
    expect(shown.photos.map((one) => one.jobId)).toEqual([renamed.jobId, first.jobId])
    const answer = await server.call(shown.photos[0]?.urls.thumbnail ?? '', { token: who.token })
    expect(answer.headers.get('content-type')).toMatch(/^image/)
  }
  const owed = deadlinesAnswer.parse(await read(`${paths.deadlines}?site=${siteId}&after=${seq}`))
  expect(owed.jobs.map((one) => one.jobId).toSorted()).toEqual([first.jobId, renamed.jobId].toSorted())
  expect(owed.metInTime).toBeUndefined()
  expect((await server.call(`${paths.deadlines}?site=${siteId}`, { token: tom.token })).status).toBe(403)
})

test('a site of another company, and an id that is none, are not found', async () => {
  const stranger = await server.registerCompany()
  const siteId = uuid()
  const { seq } = await accepted(server, stranger, 'AddSite', { siteId, name: 'Canary Wharf' })
  expect(await siteAt(siteId, seq, stranger)).toMatchObject({ site: { name: 'Canary Wharf' } })
  for (const path of [paths.site, paths.siteJobs, paths.sitePhotos])
    for (const one of [siteId, uuid(), 'x'])
      expect((await server.call(pathTo(path, { siteId: one }), { token: owner.token })).status, one).toBe(404)
})

test('a search gives the site of that name first, then those that begin so, however many contain it', async () => {
  const someone = await server.registerCompany()
  const names = [
    ...Array.from({ length: 20 }, (_, nth) => `${nth + 1} Ashdown House`),
    'Ashdown House Annexe',
    'Ashdown House',
  ]
  for (const name of names) await accepted(server, someone, 'AddSite', { siteId: uuid(), name })
  const { seq } = await accepted(server, someone, 'AddSite', { siteId: uuid(), name: 'Mill Lane' })
  const { sites, totalResults } = await listed(`after=${seq}&search=${encodeURIComponent('ashdown  HOUSE')}`, someone)
  expect(totalResults).toBe(22)
  expect(sites.slice(0, 3).map((one) => one.name)).toEqual(['Ashdown House', 'Ashdown House Annexe', '1 Ashdown House'])
})
