import { Registry } from 'prom-client'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromJSONSchema } from 'zod'
import { emailOffPath } from '#api/mail/daily-email/email-off.ts'
import { routes } from '#api/server/routes.ts'
import { commands, internalCommands } from '#core/ledger/ledger.ts'
import type { UploadAnswer } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { openReportPage, sendReport, tokenFor } from '#test/server/reports/repair-reports.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { attached, smallPdf } from '#test/server/uploads/attached-files.ts'
import { makeWebhook } from '#test/server/webhooks/receiver.ts'
import { apiDescription } from './openapi.ts'
import { describedRoutes } from './routes.ts'

let server: TestServer
let olga: SignedInTest
let jobId: string
let invoicedId: string
let seq: number
let image: URL
let download: URL
let fileId: string
let importId: string
let siteId: string
let link: string
let tenantLink: string
let tenantPhoto: string
let reportPlaces: { page: string; report: string }
const noteId = uuid()
const recurringId = uuid()
const weekly = {
  rule: { repeats: 'weekly', every: 1, on: ['TU'], first: '2190-01-01' },
  holidays: 'keep the date',
  leadDays: 14,
}

beforeAll(async () => {
  server = await startServer({ webhooksPrivate: true })
  olga = await server.registerCompany()
  const made = await createJob(server, olga, { agency: 'Homefinders', workOrder: 'WO-1' })
  jobId = made.jobId
  await accepted(server, olga, 'AddNote', { jobId, noteId, note: 'Keys at number 3' })
  const uploaded = await upload(server, olga, jobId, { files: [{ bytes: await smallPhoto() }] })
  const { images }: UploadAnswer = await uploaded.json()
  image = new URL(images[0]?.urls.display ?? '', server.url)
  const { files } = await attached(server, olga, jobId, [{ bytes: smallPdf(), name: 'Record.pdf' }])
  fileId = files[0]?.fileId ?? ''
  const address = await server.call(pathTo(paths.jobAttachment, { jobId, fileId }), { token: olga.token })
  download = new URL((await address.json()).url, server.url)
  const form = new FormData()
  form.append('file', new Blob(['Site,No\nElm Row,\n,2\n']), 'jobs.csv')
  const draft = await server.call(paths.imports, { token: olga.token, body: form })
  importId = (await draft.json()).importId
  const feed = await server.call(paths.calendarFeed, { token: olga.token, body: { visits: 'all' } })
  link = (await feed.json()).feed.path.split('/').at(-1)
  const jobStart = '2026-12-01T09:00:00.000Z'
  const booking = { jobBookingId: uuid(), jobStart, jobEnd: '2026-12-01T11:00:00.000Z', access: '' }
  await server.call(pathTo(paths.compareProjection, { name: 'job-rows' }), { token: olga.token, body: {} })
  const site = await server.call(pathTo(paths.siteOfJob, { jobId }), { token: olga.token })
  siteId = (await site.json()).site.siteId
  const ofSite = await attached(server, olga, '', [{ bytes: smallPdf(), name: 'Plan.pdf' }], {
    jobId: undefined,
    siteId,
  })
  siteFileId = ofSite.files[0]?.fileId ?? ''
  const work = { title: 'Gutters', siteId, ...weekly, tasks: [{ description: 'Clear gutters' }] }
  await accepted(server, olga, 'SetUpRecurringWork', { recurringId, ...work })
  const contactId = uuid()
  const tenant = { siteId, contactId, role: 'tenant', name: 'Amara Bello', telephone: '', email: '' }
  const known = await accepted(server, olga, 'SetSiteContact', tenant)
  await server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${known.seq}`, { token: olga.token })
  const links = await server.call(pathTo(paths.tenantLinks, { jobId }), { token: olga.token, body: { contactId } })
  tenantLink = (await links.json()).links[0].path.split('/').at(-1)
  const photos = new FormData()
  photos.append('images', new Blob([new Uint8Array(await smallPhoto())]), 'photo.jpg')
  const shown = await fetch(server.url + pathTo(paths.tenantPhotos, { link: tenantLink }), {
    method: 'POST',
    body: photos,
  })
  tenantPhoto = /photos[/]([-0-9a-f]{36})/.exec(await shown.text())?.[1] ?? ''
  const page = await openReportPage(server, olga)
  const report = { words: 'No heating', place: 'Wharf', name: '', telephone: '07700 900142', email: '' }
  const reported = await sendReport(server, page, { ...report, token: await tokenFor(server, page) })
  reportPlaces = { page: page.split('/').at(-1) ?? '', report: reported.to.split('/').at(-1) ?? '' }
  await fetch(server.url + pathTo(paths.companyLogo, { imageId: uuid() }), {
    method: 'PUT',
    headers: { authorization: `Bearer ${olga.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(await smallPhoto()),
  })
  ;({ keyId } = await makeKey(server, olga))
  ;({ webhookId } = await makeWebhook(server, olga, { url: 'http://127.0.0.1:9/' }))
  const sent = await server.call(pathTo(paths.webhookTest, { webhookId }), { token: olga.token, body: {} })
  deliveryId = (await sent.json()).deliveryId
  const done = await createJob(server, olga)
  invoicedId = done.jobId
  await accepted(server, olga, 'CycleTask', { jobId: invoicedId, taskId: done.taskId, from: 'not completed' })
  await accepted(server, olga, 'ChangeWarning', { jobId: invoicedId, warning: 'invoiced', invoice: 'INV-1' })
  seq = (await accepted(server, olga, 'ScheduleJob', { jobId, ...booking, assignedTo: [olga.user.userId] })).seq
})
afterAll(() => server.close())

test('every mounted route is described, and no other', () => {
  const mounted = routes({ ...server.services, metrics: new Registry() }).flatMap(({ stack }) =>
    stack.flatMap(({ route }) => route?.stack.map(({ method }) => `${method} ${route.path}`) ?? []),
  )
  const described = describedRoutes.map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(mounted)].sort()).toEqual(described.sort())
})

test('the description is served, and each schema in it is a JSON Schema that reads back', async () => {
  const answer = await server.call(paths.openapi)
  const document = await answer.json()
  expect(document).toEqual(JSON.parse(JSON.stringify(apiDescription())))
  expect(document.openapi).toBe('3.1.0')
  const schemas = schemasIn(document)
  expect(schemas.length).toBeGreaterThan(50)
  for (const schema of schemas) expect(() => fromJSONSchema(schema)).not.toThrow()
  for (const reference of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(document.components.schemas).toHaveProperty(reference[1] ?? '')
})

test('every command that a client may send is described, and the internal ones are not', () => {
  const schemas = apiDescription().components?.schemas ?? {}
  for (const type of Object.keys(commands))
    expect(type in schemas).toBe(!internalCommands.some((internal) => internal === type))
})

let siteFileId: string
let webhookId: string
let keyId: string
let deliveryId: string
const parts = () => ({
  jobId,
  ofId: jobId,
  recurringId,
  siteId,
  webhookId,
  keyId,
  deliveryId,
  importId,
  link,
  list: 'agencies',
  name: 'job-rows',
  seq: '1',
  companyId: olga.user.companyId,
  imageId: uuid(),
  fileId,
  file: image.pathname.split('/').at(-1) ?? '',
})
const ofTenant = [paths.tenantPage, paths.tenantTimes, paths.tenantCalendar, paths.tenantLogo, paths.tenantPhoto]
const ofReports = [paths.reportForm, paths.reportFormOfSite, paths.reportFormLogo, paths.reportStatus]
/** Where a path is about something else than the others. */
const partsOf = (): Record<string, object> => ({
  [paths.siteFile]: { fileId: siteFileId },
  [paths.jobInvoice]: { jobId: invoicedId },
  [paths.jobInvoiceSent]: { jobId: invoicedId },
  [paths.dailyEmailOff]: { token: emailOffPath(server.services.keys, olga.user).split('/').at(-1) ?? '' },
  ...Object.fromEntries(ofReports.map((path) => [path, reportPlaces])),
  ...Object.fromEntries(ofTenant.map((path) => [path, { link: tenantLink, imageId: tenantPhoto }])),
})
const queries = (): Record<string, string> => ({
  [paths.image]: image.search,
  [paths.attachment]: download.search,
  [paths.calendar]: '?from=2026-11-20T00:00:00Z&to=2026-12-20T00:00:00Z',
  [paths.exportBookings]: '?from=2026-11-20T00:00:00Z&to=2026-12-20T00:00:00Z',
  [paths.exportHistory]: '?format=csv',
  [paths.exportInvoices]: '?for=xero',
  [paths.list]: '?search=home',
  [paths.recurringDates]: `?rule=${encodeURIComponent(JSON.stringify(weekly))}`,
  [paths.jobNotes]: `?before=${noteId}`,
  [paths.erasures]: `?seq=${seq}`,
  [paths.uploadPieces]: `?size=200000&sha256=${'a'.repeat(64)}&jobId=${jobId}`,
})

for (const { path, answers } of describedRoutes.filter(({ method }) => method === 'get')) {
  test(`the response to GET ${path} fits its description`, async () => {
    const query = queries()[path] ?? ''
    const after = 'after' in (describedRoutes.find((one) => one.path === path)?.query?.shape ?? {})
    const waiting = after ? `${query ? '&' : '?'}after=${seq}` : ''
    const named = { ...parts(), ...partsOf()[path] }
    const answer = await server.call(pathTo(path, named) + query + waiting, { token: olga.token })
    expect(answer.status).toBe(200)
    if (typeof answers[200] === 'string') return expect(await answer.text()).not.toBe('')
    const document = await (await server.call(paths.openapi)).json()
    const { content } = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')].get.responses[200]
    expect(fromJSONSchema(content['application/json'].schema).safeParse(await answer.json())).toMatchObject({
      success: true,
    })
    const refusal = await server.call(`${pathTo(path, parts())}?unheard-of=1`, { token: 'none' })
    if (!refusal.ok)
      expect(fromJSONSchema(document.components.schemas.Failure).safeParse(await refusal.json()).success).toBe(true)
  })
}

type JsonSchema = Parameters<typeof fromJSONSchema>[0]

/** Each schema of a document that refers to no other schema. */
function schemasIn(node: unknown): JsonSchema[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.entries(node).flatMap(([key, value]) =>
    key === 'schema' || key === 'schemas' ? Object.values(key === 'schema' ? [value] : value) : schemasIn(value),
  )
  return inside.filter((one): one is JsonSchema => typeof one === 'object' && !JSON.stringify(one).includes('"$ref"'))
}
