import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callScopes, callsForOneAgency } from '#api/rights/api-keys/call-scopes.ts'
import { scopesForOneAgency } from '#core/api-keys/only-jobs-of.ts'
import type { EventsAnswer } from '#core/wire/history.ts'
import type { SitesAnswer } from '#core/wire/jobs/sites.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { makeWebhook, type Receiver, startReceiver } from '#test/server/webhooks/receiver.ts'

const agency = 'Aire Valley'
/** Texts on another agency's jobs: none may reach a key or webhook for Aire Valley. */
const canaries = ['Calder', 'WO-CANARY', 'Canary Court', 'Canary task', 'Canary comment', 'Canary photo', '98765']

let server: TestServer
let olga: SignedInTest
let receiver: Receiver
let key: string
/** Aire Valley's own job, one that is and stays Calder's, one that goes to Aire Valley, and one that leaves it, at the same site. */
let jobs: Record<'own' | 'others' | 'came' | 'left', string>
let mine: string[]
let siteIds: Record<'own' | 'others', string>
let cameAt: number

beforeAll(async () => {
  server = await startServer({ webhooksPrivate: true })
  olga = await server.registerCompany()
  receiver = await startReceiver()
  await makeWebhook(server, olga, { url: receiver.url, onlyAgency: 'AIRE VALLEY' })
  const office = { agency: 'Calder', workOrder: 'WO-CANARY', receivedBy: 'Calder' }
  const canaryTask = () => ({ tasks: [{ taskId: uuid(), description: 'Canary task', price: 98_765 }] })
  const make = async (data: object) => (await createJob(server, olga, data)).jobId
  jobs = {
    own: await make({ agency, workOrder: 'WO-1', apartmentName: '4 Rose Court' }),
    others: await make({ ...office, apartmentName: '9 Canary Court', ...canaryTask() }),
    came: await make({ ...office, apartmentName: '4 Rose Court' }),
    left: await make({ agency, apartmentName: '4 Rose Court' }),
  }
  await comment(jobs.own, 'Rang the tenant')
  await comment(jobs.others, 'Canary comment')
  for (const [jobId, description] of [
    [jobs.own, 'Sink'],
    [jobs.others, 'Canary photo'],
  ] as const)
    await upload(server, olga, jobId, {
      files: [{ bytes: await smallPhoto() }],
      fields: { descriptions: JSON.stringify([description]) },
    })
  const { seq } = await accepted(server, olga, 'EditJob', {
    jobId: jobs.came,
    ...{ agency, workOrder: 'WO-2', receivedBy: '' },
  })
  cameAt = seq
  await comment(jobs.came, 'Now for Aire Valley')
  await accepted(server, olga, 'EditJob', { jobId: jobs.left, agency: 'Calder', workOrder: 'WO-CANARY' })
  await comment(jobs.left, 'Canary comment')
  for (const jobId of Object.values(jobs)) await jobNow(server, olga, jobId)
  ;({ token: key } = await makeKey(server, olga, { scopes: [...scopesForOneAgency], onlyAgency: agency }))
  mine = [jobs.own, jobs.came]
  const siteOf = async (jobId: string) =>
    (await (await server.call(pathTo(paths.siteOfJob, { jobId }), { token: olga.token })).json()).site.siteId
  siteIds = { own: await siteOf(jobs.own), others: await siteOf(jobs.others) }
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const comment = (jobId: string, note: string) => accepted(server, olga, 'AddNote', { jobId, noteId: uuid(), note })
const get = async (path: string, token = key) => {
  const answer = await server.call(path, { token })
  return { status: answer.status, text: await answer.text() }
}

test('a key for the jobs of one agency gets nothing of others from any call that a key may make', async () => {
  const asked = [...callScopes].filter(([call]) => call.startsWith('GET '))
  const parts = (jobId: string, siteId: string) => ({
    ...{ jobId, siteId, recurringId: uuid(), fileId: uuid(), imageId: uuid(), seq: '3', list: 'agencies' },
    companyId: olga.user.companyId,
  })
  const queries: Record<string, string> = {
    [paths.calendar]: '?from=2026-11-01T00:00:00Z&to=2026-12-30T00:00:00Z',
    [paths.exportBookings]: '?from=2026-11-01T00:00:00Z&to=2026-12-30T00:00:00Z',
    [paths.exportInvoices]: '?for=xero',
    [paths.exportHistory]: '?format=csv',
    [paths.jobNotes]: `?before=${uuid()}`,
  }
  for (const [call] of asked) {
    const path = call.slice(4)
    for (const [jobId, siteId] of [
      [jobs.own, siteIds.own],
      [jobs.others, siteIds.others],
      [jobs.left, siteIds.own],
    ] as const) {
      const { status, text } = await get(pathTo(path, parts(jobId, siteId)) + (queries[path] ?? ''))
      for (const canary of canaries) expect(text, call).not.toContain(canary)
      expect(text, call).not.toContain(jobs.others)
      if (!callsForOneAgency.has(call)) expect(status, call).toBe(403)
    }
  }
  // A key without the limit does get them.
  const { token } = await makeKey(server, olga)
  const answers = await Promise.all([paths.jobs, paths.events, paths.exportJobs].map((path) => get(path, token)))
  const whole = answers.map(({ text }) => text).join()
  for (const canary of canaries) expect(whole).toContain(canary)
})

test('a job of another agency is answered as one that does not exist, and its past and site neither', async () => {
  const unknown = await get(pathTo(paths.job, { jobId: uuid() }))
  for (const jobId of [jobs.others, jobs.left, 'x'])
    for (const path of [paths.job, paths.jobImages, paths.siteOfJob]) {
      const answer = await get(pathTo(path, { jobId }))
      expect([answer.status, answer.text]).toEqual([404, unknown.text])
    }
  expect((await get(`${pathTo(paths.job, { jobId: jobs.came })}?version=1`)).status).toBe(403)
  expect((await get(pathTo(paths.site, { siteId: siteIds.others }))).status).toBe(404)
  expect((await get(pathTo(paths.sitePhotos, { siteId: siteIds.others }))).status).toBe(404)
})

test('a key for the jobs of one agency gets all of theirs: lists, jobs, photos, sites and files', async () => {
  const list = JSON.parse((await get(`${paths.jobs}?sort=jobRef`)).text)
  expect(list.totalResults).toBe(2)
  expect(list.jobs.map((one: { jobId: string }) => one.jobId).toSorted()).toEqual(mine.toSorted())
  const others = JSON.parse((await get(`${paths.jobs}?agency=Calder`)).text)
  expect(others).toMatchObject({ jobs: [], totalResults: 0 })
  expect((await get(pathTo(paths.job, { jobId: jobs.own }))).text).toContain('Rang the tenant')
  expect(Object.keys(JSON.parse((await get(pathTo(paths.jobImages, { jobId: jobs.own }))).text).urls)).toHaveLength(1)
  const sites: SitesAnswer = JSON.parse((await get(paths.sites)).text)
  expect(sites.sites).toMatchObject([{ siteId: siteIds.own, openJobs: 2 }])
  const ofSite = JSON.parse((await get(pathTo(paths.siteJobs, { siteId: siteIds.own }))).text)
  expect(ofSite.counts).toEqual({ all: 2, open: 2 })
  const photos = JSON.parse((await get(pathTo(paths.sitePhotos, { siteId: siteIds.own }))).text)
  expect(photos.counts).toEqual({ photos: 1, jobs: 1 })
  expect((await get(paths.exportJobs)).text.trim().split('\n')).toHaveLength(3)
  const all = JSON.parse((await get(paths.jobs, olga.token)).text)
  expect(all.totalResults).toBe(4)
})

test('the history of such a key has what is about these jobs, and of a job that was another’s what came since', async () => {
  const log: EventsAnswer = JSON.parse((await get(`${paths.events}?limit=500`)).text)
  expect(new Set(log.events.map((one) => one.streamId))).toEqual(new Set(mine))
  const came = log.events.filter((one) => one.streamId === jobs.came)
  expect(came.map((one) => [one.seq >= cameAt - 1, one.type])).toEqual([
    [true, 'JobReferred'],
    [true, 'NoteAdded'],
  ])
  expect(came[0]?.changes).toContainEqual({ field: 'agency', to: agency })
  expect(log.isMore).toBe(false)
  expect(Object.keys(log.people)).toEqual([olga.user.userId])
})

test('a webhook for the jobs of one agency is told of these alone, also when everything is sent again', async () => {
  const told = () => receiver.seen.map(({ payload }) => `${payload.event?.streamId} ${payload.type}`)
  await expect.poll(told).toContain(`${jobs.came} NoteAdded`)
  const { webhooks } = await (await server.call(paths.webhooks, { token: olga.token })).json()
  expect(webhooks[0]).toMatchObject({ onlyAgency: 'AIRE VALLEY', failed: 0 })
  const ids = { webhookId: webhooks[0].webhookId }
  await server.call(pathTo(paths.webhookReplay, ids), { token: olga.token, body: { after: 0 } })
  const { seq } = await comment(jobs.own, 'The last')
  const created = () => told().filter((one) => one === `${jobs.own} JobCreated`)
  await expect.poll(() => created().length).toBe(2)
  await expect.poll(() => receiver.seen.map((one) => one.payload.event?.seq)).toContain(seq)
  for (const { text, payload } of receiver.seen) {
    for (const canary of ['WO-CANARY', 'Canary', '98765', jobs.others]) expect(text).not.toContain(canary)
    expect([...mine, jobs.left]).toContain(payload.event?.streamId)
  }
})

test('such a key only reads, and a webhook hears of jobs alone', async () => {
  const name = { name: 'Aire Valley', audience: 'office', onlyAgency: agency }
  const key = await server.call(paths.apiKeys, { token: olga.token, body: { ...name, scopes: ['jobs:write'] } })
  expect([key.status, (await key.json()).field]).toEqual([400, 'scopes'])
  const body = { url: receiver.url, audience: 'office', onlyAgency: agency, eventTypes: ['SiteAdded'] }
  const webhook = await server.call(paths.webhooks, { token: olga.token, body })
  expect([webhook.status, (await webhook.json()).field]).toEqual([400, 'eventTypes'])
  const { token } = await makeKey(server, olga, { scopes: ['jobs:read'], audience: 'team', onlyAgency: agency })
  const { jobs: seen } = JSON.parse((await get(paths.jobs, token)).text)
  expect(seen.map((one: { office?: object }) => one.office)).toEqual([undefined, undefined])
})
