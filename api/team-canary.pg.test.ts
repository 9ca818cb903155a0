import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextWorkingDay } from '#core/time/working-days.ts'
import type { EventsAnswer } from '#core/wire/history.ts'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { listen, type PushClient } from '#test/server/push-client.ts'
import { joinReport, openReportPage, sendReport, tokenFor } from '#test/server/reports/repair-reports.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { attached, smallPdf } from '#test/server/uploads/attached-files.ts'
import { makeWebhook, startReceiver } from '#test/server/webhooks/receiver.ts'

/** Facts that the team must never get, in forms that occur nowhere else. */
const canaries = [
  'Office errand',
  '87654321',
  'WO-CANARY',
  'Canary Lettings',
  'Cora Canary',
  'INV-CANARY',
  'canary.lettings',
  'Canary quote',
  'Hazard canary',
  'Canary Bank',
  'GB123456782',
  'amara.canary',
]
const names = ['workOrder', 'agency', 'receivedBy', 'createdBy', '"invoice"', '"price"', 'prices', 'office"']

let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
let jobId: string
let seq: number
let fileId: string
let siteFileId: string
/** API keys with every scope. */
let teamKey: { token: string }
let officeKey: { token: string }
let teamDevice: PushClient
let office: PushClient
const noteId = uuid()
const siteId = uuid()
const results: string[] = []
const day = '2026-12-01T09:00:00Z'
beforeAll(async () => {
  server = await startServer({ webhooksPrivate: true })
  olga = await server.registerCompany()
  ann = await addMember(server, olga, 'admin', 'creator.canary')
  tom = await addMember(server, olga, 'team')
  teamKey = await makeKey(server, olga, { audience: 'team' })
  officeKey = await makeKey(server, olga)
  teamDevice = await listen(server, tom)
  office = await listen(server, olga)
  // The creator does nothing else, so her id must never reach the team.
  const referral = { workOrder: 'WO-CANARY', agency: 'Canary Lettings', receivedBy: 'Cora Canary' }
  const taskId = uuid()
  const tasks = [{ taskId, description: 'Mend the tap', price: 87_654_321 }]
  jobId = (await createJob(server, ann, { ...referral, tasks })).jobId
  const cycle = (from: string) => command('CycleTask', { jobId, taskId, from })
  await sendCommands(server, olga, cycle('not completed'))
  await accepted(server, ann, 'ChangeWarning', { jobId, warning: 'invoiced', invoice: 'INV-CANARY' })
  await accepted(server, ann, 'PriceTask', { jobId, taskId, price: 876_543_210 })
  const dutyId = uuid()
  const hazard = { hazard: 'damp and mould', severity: 'significant', awareAt: '2026-11-12T16:20:00.000Z' }
  const report = { reportedBy: 'Hazard canary', reportedHow: 'phone', words: 'Hazard canary' }
  await accepted(server, olga, 'RecordHazard', { jobId, dutyId, ...hazard, law: 'england-social', ...report })
  const texts = { found: 'Hazard canary', work: 'Hazard canary', stay: 'Hazard canary', contact: 'Hazard canary' }
  await accepted(server, olga, 'WriteSummary', { jobId, dutyId, summaryId: uuid(), ...texts })
  await accepted(server, olga, 'ExplainDuty', { jobId, dutyId, reason: 'Hazard canary' })
  await accepted(server, olga, 'AddTodo', { userId: olga.user.userId, todoId: uuid(), text: 'Office errand' })
  const { companyId: ourId, userId } = olga.user
  const view = { viewId: uuid(), name: 'Canary Lettings', agency: 'Canary Lettings' }
  await accepted(server, olga, 'SaveView', { listOf: ourId, view })
  await accepted(server, olga, 'SaveView', { listOf: userId, view })
  const { files } = await attached(server, olga, jobId, [{ bytes: smallPdf(), name: 'Canary quote.pdf' }])
  fileId = files[0]?.fileId ?? ''
  await accepted(server, olga, 'AddSite', { siteId, name: 'Wharf', agency: 'Canary Lettings', notes: 'Office errand' })
  const quote = { bytes: smallPdf('Site'), name: 'Canary quote.pdf' }
  await accepted(server, olga, 'LocateSite', { siteId, latitude: 53.795, longitude: -1.548, accuracy: 12 })
  const ofSite = await attached(server, olga, '', [quote], { jobId: undefined, siteId })
  siteFileId = ofSite.files[0]?.fileId ?? ''
  const contact = { siteId, contactId: uuid(), name: 'Amara Bello', telephone: '07700 900142', from: '2024-03-01' }
  await accepted(server, olga, 'SetSiteContact', { ...contact, role: 'tenant', email: 'canary.lettings@example.com' })
  const ofTenant = await createJob(server, olga, { apartmentName: 'Wharf' })
  const place = pathTo(paths.siteOfJob, { jobId: ofTenant.jobId })
  await server.call(`${place}?after=${ofTenant.seq}`, { token: olga.token })
  const { contactId } = contact
  const links = pathTo(paths.tenantLinks, { jobId: ofTenant.jobId })
  const made: TenantLinksAnswer = await (await server.call(links, { token: olga.token, body: { contactId } })).json()
  const page = made.links[0]?.path ?? ''
  const next = nextWorkingDay(new Date().toISOString().slice(0, 10))
  await fetch(`${server.url}${page}/times`, {
    method: 'POST',
    body: new URLSearchParams({ time: `${next} morning`, message: 'Canary times' }),
  })
  results.push(await (await server.call(links, { token: tom.token })).text())
  const reports = await openReportPage(server, olga)
  const repair = { words: 'Canary leak', place: 'Canary Wharf', name: 'Cora Canary', telephone: '07700 900142' }
  const reported = await sendReport(server, reports, { ...repair, token: await tokenFor(server, reports) })
  expect(reported.status).toBe(303)
  // The team gets their name and telephone number with the job, and not their email.
  await joinReport(server, olga, reports, { jobId, email: 'amara.canary@example.com' })
  results.push(await (await server.call(paths.reports, { token: tom.token })).text())
  const landlord = { ...contact, contactId: uuid(), role: 'landlord', name: 'Cora Canary', email: '' }
  await accepted(server, olga, 'SetSiteContact', landlord)
  await accepted(server, olga, 'SetUpRecurringWork', {
    recurringId: uuid(),
    title: 'Canary gutters',
    siteId,
    rule: { repeats: 'weekly', every: 1, on: ['TU'], first: '2199-01-01' },
    holidays: 'keep the date',
    leadDays: 0,
    tasks: [{ description: 'Canary task', price: 9_876_500 }],
  })
  const invoicing = {
    vatNumber: 'GB123456782',
    vatRate: 2000,
    vatIncluded: false,
    termsDays: 9,
    bankDetails: 'Canary Bank',
  }
  const unset = { vatNumber: '', vatRate: 0, vatIncluded: false, termsDays: 30, bankDetails: '' }
  await accepted(server, olga, 'SetInvoicing', { companyId: ourId, invoicing, from: unset })
  const guesses = [
    command('EditJob', { jobId, agency: 'Guess', from: { agency: 'Guess' } }),
    command('ChangeWarning', { jobId, warning: 'invoiced', invoice: 'x' }),
    command('PriceTask', { jobId, taskId, price: 1 }),
    command('EditSite', { siteId, agency: 'Guess', from: { agency: 'Guess' } }),
  ]
  results.push(JSON.stringify(await sendCommands(server, teamKey, ...guesses)))
  const outcomes = await sendCommands(
    server,
    tom,
    cycle('completed'),
    command('EditJob', { jobId, agency: 'Guess', from: { agency: 'Guess' } }),
    command('ChangeWarning', { jobId, warning: 'invoiced', invoice: 'x' }),
    command('ChangeWarning', { jobId, warning: 'reschedule' }),
    command('ShareAttachment', { jobId, fileId }),
    command('DeleteAttachment', { jobId, fileId }),
    command('ShareSiteFile', { siteId, fileId: siteFileId }),
    command('EditSite', { siteId, agency: 'Guess', from: { agency: 'Guess' } }),
    command('SaveView', { listOf: ourId, view: { viewId: view.viewId, name: 'Guess' }, from: view }),
    command('DeleteView', { listOf: ourId, viewId: view.viewId }),
    command('SaveView', { listOf: tom.user.userId, view: { ...view, viewId: uuid(), name: 'Guess' } }),
    command('AddNote', { jobId, noteId, note: 'Done' }),
  )
  results.push(JSON.stringify(outcomes))
  results.push(await (await upload(server, tom, jobId, { files: [{ bytes: await smallPhoto() }] })).text())
  const { companyId } = tom.user
  for (const [path, body] of [
    [paths.addJob, { companyId, bookingDetails: { jobsBooked: jobId, dateScheduled: day, endTimeScheduled: day } }],
    [paths.deleteJob, { companyId, jobBookingId: uuid() }],
    [paths.updateDescription, { companyId, jobId, index: 0, newDescription: 'Done' }],
  ] as const)
    results.push(await (await server.call(path, { token: tom.token, body })).text())
  seq = Math.max(...outcomes.map((one) => one.seq ?? 0))
})
afterAll(async () => {
  teamDevice.close()
  office.close()
  await server.close()
})

const get = async (path: string, { token }: { token: string } = tom) => (await server.call(path, { token })).text()

function expectClean(text: string) {
  for (const canary of [...canaries, ...names]) expect(text).not.toContain(canary)
}

test('no response to the team contains an office fact, whatever the request', async () => {
  const after = `after=${seq}`
  const job = pathTo(paths.job, { jobId })
  const requests = [
    paths.me,
    `${paths.jobs}?${after}`,
    `${paths.jobs}?${after}&type=all&search=canary`,
    `${paths.jobs}?${after}&among=ready`,
    `${paths.jobs}?${after}&among=mine`,
    `${paths.jobs}?${after}&type=agency&search=canary`,
    `${paths.jobs}?${after}&sort=agency`,
    `${job}?${after}`,
    `${paths.calendar}?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z&${after}`,
    `${paths.parts}?${after}`,
    `${paths.exportJobs}?${after}`,
    `${paths.exportJobs}?${after}&type=all&search=canary`,
    `${paths.exportJobs}?${after}&type=workOrder&search=canary`,
    `${paths.exportParts}?${after}`,
    `${paths.exportBookings}?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z&${after}`,
    `${paths.todos}?${after}`,
    paths.notifications,
    `${paths.notifications}?only=mentions`,
    `${paths.views}?${after}`,
    `${paths.viewCounts}?${after}`,
    `${paths.jobs}?${after}&agency=Canary+Lettings`,
    `${paths.exportJobs}?${after}&agency=Canary+Lettings`,
    `${paths.sites}?${after}&counts=yes`,
    `${paths.sites}?${after}&search=canary`,
    `${paths.sites}?${after}&agency=Canary+Lettings`,
    `${paths.sites}?${after}&filter=deadlines`,
    `${paths.sites}?${after}&near=53.795,-1.548`,
    `${pathTo(paths.site, { siteId })}?${after}`,
    `${pathTo(paths.siteJobs, { siteId })}?${after}`,
    `${pathTo(paths.siteFiles, { siteId })}?${after}`,
    `${pathTo(paths.sitePhotos, { siteId })}?${after}`,
    pathTo(paths.siteFile, { siteId, fileId: siteFileId }),
    `${pathTo(paths.siteOfJob, { jobId })}?${after}`,
    paths.alikeSites,
    paths.siteAgencies,
    `${paths.recurringWork}?${after}`,
    `${paths.exportSites}?${after}`,
    `${paths.exportDeadlines}?${after}`,
    `${paths.exportInvoices}?for=xero&${after}`,
    pathTo(paths.jobInvoice, { jobId }),
    `${pathTo(paths.jobInvoice, { jobId })}?version=8`,
    pathTo(paths.jobInvoiceSent, { jobId }),
    `${paths.exportRecurring}?${after}`,
    pathTo(paths.list, { list: 'apartments' }),
    pathTo(paths.list, { list: 'agencies' }),
    pathTo(paths.list, { list: 'receivedBy' }),
    paths.team,
    paths.company,
    paths.ledger,
    pathTo(paths.jobHistory, { jobId }),
    `${paths.events}?limit=500`,
    `${pathTo(paths.jobImages, { jobId })}?${after}`,
    pathTo(paths.jobAttachment, { jobId, fileId }),
    `${pathTo(paths.jobNotes, { jobId })}?${after}&before=${noteId}`,
    ...Array.from({ length: 16 }, (_, version) => `${job}?version=${version}`),
    `${job}?at=${new Date().toISOString()}`,
  ]
  for (const path of requests) expectClean(await get(path))
  for (const path of requests) expectClean(await get(path, teamKey))
  expect(await get(`${paths.jobs}?${after}`)).toContain(jobId)
  for (const path of [`${paths.jobs}?${after}`, `${paths.events}?limit=500`])
    expect(await get(path, teamKey)).toContain(jobId)
})

test('nor is a webhook for the team told of one: of each event it gets what GET /api/events shows', async () => {
  const receiver = await startReceiver()
  const { webhookId } = await makeWebhook(server, olga, { url: receiver.url, audience: 'team' })
  await server.call(pathTo(paths.webhookReplay, { webhookId }), { token: olga.token, body: { after: 0 } })
  const read = async (): Promise<EventsAnswer> => JSON.parse(await get(`${paths.events}?limit=500`, teamKey))
  // A deadline may be missed meanwhile.
  await expect.poll(async () => receiver.seen.length - (await read()).events.length).toBe(0)
  const log = await read()
  const told = new Map(receiver.seen.map((one) => [one.payload.event?.seq, one.payload.event]))
  for (const event of log.events) expect(told.get(event.seq)).toEqual(event)
  for (const one of receiver.seen) expectClean(one.text + JSON.stringify(one.headers))
  await receiver.close()
})

test('nor do the results of its commands', () => {
  for (const text of results) expectClean(text)
})

test('nor does anything sent to its socket, live or on catching up', async () => {
  await teamDevice.pushed((one) => one.projection === 'job' && one.seq >= seq)
  teamDevice.socket.emit('caught-up', { epoch: 1, seq: 0 })
  const before = teamDevice.pushes.length
  await teamDevice.pushed((one) => teamDevice.pushes.indexOf(one) >= before && one.projection === 'job')
  expect(teamDevice.text()).toContain(jobId)
  expectClean(teamDevice.text())
})

test("nor do a job's history or people name its creator for the team", async () => {
  for (const path of [pathTo(paths.jobHistory, { jobId }), pathTo(paths.job, { jobId })]) {
    const { people } = JSON.parse(await get(path))
    const mayKnow = path === pathTo(paths.jobHistory, { jobId }) ? [ann, olga, tom] : [olga, tom]
    for (const id of Object.keys(people)) expect(mayKnow.map((one) => one.user.userId)).toContain(id)
  }
  const { entries } = JSON.parse(await get(pathTo(paths.jobHistory, { jobId })))
  const created = entries.find((one: { type: string }) => one.type === 'JobCreated')
  expect(created).not.toHaveProperty('actorId')
})

test("the same searches find those facts in the office's responses", async () => {
  const text = [
    await get(`${paths.jobs}?after=${seq}`, olga),
    await get(`${pathTo(paths.job, { jobId })}?version=7`, olga),
    await get(pathTo(paths.jobHistory, { jobId }), olga),
    await get(paths.todos, olga),
    await get(`${pathTo(paths.site, { siteId })}?after=${seq}`, olga),
    await get(paths.company, olga),
    await get(paths.reports, olga),
    await get(`${paths.reports}?state=settled`, olga),
  ].join('\n')
  for (const canary of canaries) expect(text).toContain(canary)
  const log = await get(`${paths.events}?limit=500`, officeKey)
  for (const canary of ['WO-CANARY', 'Canary Lettings', 'INV-CANARY', '876543210']) expect(log).toContain(canary)
  await office.pushed((one) => one.projection === 'job' && one.seq >= seq)
  for (const canary of ['WO-CANARY', 'Canary Lettings', 'Cora Canary', 'INV-CANARY', '876543210'])
    expect(office.text()).toContain(canary)
})
