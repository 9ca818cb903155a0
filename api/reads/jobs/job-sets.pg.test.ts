import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needsVisit } from '#core/job/visit/visit-needed.ts'
import { audienceOf } from '#core/model/access.ts'
import type { quickFilters } from '#core/views/jobs-list.ts'
import type { JobsQuery } from '#core/wire/jobs/jobs.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { readJobs } from './jobs.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
let maya: SignedInTest
let last = 0
/** Half past midnight in London, in summer: the day before by UTC. */
const now = new Date('2026-07-08T23:30:00.000Z')

beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team')
  maya = await addMember(server, olga, 'team')
  await book('Tom today', '2026-07-09T08:00:00.000Z', [tom])
  await book('Tom next week', '2026-07-16T08:00:00.000Z', [maya, tom])
  await book('Maya today', '2026-07-09T22:30:00.000Z', [maya])
  await book('Maya the day before', '2026-07-08T22:00:00.000Z', [maya])
  const done = await book('Tom today, done', '2026-07-08T23:15:00.000Z', [tom])
  await accepted(server, tom, 'CycleTask', { ...done, from: 'not completed' })
  const { jobId, taskId } = await createJob(server, olga, { apartmentName: 'Ready' })
  last = (await accepted(server, tom, 'SetTaskReady', { jobId, taskId, ready: true })).seq
  await server.call(`/api/jobs?after=${last}`, { token: olga.token })
})
afterAll(() => server.close())

async function book(apartmentName: string, jobStart: string, people: readonly SignedInTest[]) {
  const { jobId, taskId } = await createJob(server, olga, { apartmentName })
  const jobEnd = new Date(Date.parse(jobStart) + 3_600_000).toISOString()
  const assignedTo = people.map(({ user }) => user.userId)
  await accepted(server, olga, 'ScheduleJob', { jobId, jobBookingId: uuid(), access: '', jobStart, jobEnd, assignedTo })
  return { jobId, taskId }
}

async function sites(among: (typeof quickFilters)[number], { user: { companyId, userId, userRole } }: SignedInTest) {
  const { jobs, totalResults } = await readJobs(pool(), companyId, audienceOf(userRole), { among, userId }, now)
  expect(totalResults).toBe(jobs.length)
  return jobs.map((one) => one.apartmentName).toSorted()
}
const pool = () => server.services.ledgerPool

test('my jobs are the open ones with a visit assigned to me, whenever it is', async () => {
  expect(await sites('mine', tom)).toEqual(['Tom Next Week', 'Tom Today'])
  expect(await sites('mine', maya)).toEqual(['Maya The Day Before', 'Maya Today', 'Tom Next Week'])
  expect(await sites('mine', olga)).toEqual([])
})

test('today is in the company’s time zone: the team sees their own visits, including done ones, and the office everyone’s', async () => {
  expect(await sites('today', tom)).toEqual(['Tom Today', 'Tom Today, Done'])
  expect(await sites('today', maya)).toEqual(['Maya Today'])
  expect(await sites('today', olga)).toEqual(['Maya Today', 'Tom Today', 'Tom Today, Done'])
})

test('ready jobs are open and have a ready task; an unknown set is refused', async () => {
  for (const person of [olga, tom]) expect(await sites('ready', person)).toEqual(['Ready'])
  expect((await server.call('/api/jobs?among=theirs', { token: tom.token })).status).toBe(400)
})

test('unassigned jobs are open and have nobody to do them, whether they have a visit or not', async () => {
  await book('Nobody today', '2026-07-09T10:00:00.000Z', [])
  const { jobId, taskId } = await createJob(server, olga, { apartmentName: 'Done by nobody' })
  last = (await accepted(server, olga, 'CycleTask', { jobId, taskId, from: 'not completed' })).seq
  await server.call(`/api/jobs?after=${last}`, { token: olga.token })
  expect(await sites('unassigned', olga)).toEqual(['Nobody Today', 'Ready'])
})

test('jobs to invoice are completed and neither invoiced nor free of charge', async () => {
  const done = async (apartmentName: string) => {
    const { jobId, taskId } = await createJob(server, olga, { apartmentName })
    await accepted(server, olga, 'CycleTask', { jobId, taskId, from: 'not completed' })
    return { jobId }
  }
  await accepted(server, olga, 'ChangeWarning', { ...(await done('Invoiced')), warning: 'invoiced', invoice: '4471' })
  await accepted(server, olga, 'ChangeWarning', { ...(await done('Free')), warning: 'free of charge' })
  last = (await accepted(server, olga, 'ChangeWarning', { ...(await done('Insured')), warning: 'insurance' })).seq
  await server.call(`/api/jobs?after=${last}`, { token: olga.token })
  expect(await sites('toInvoice', olga)).toEqual(['Done By Nobody', 'Insured', 'Tom Today, Done'])
})

test('jobs that need a visit are those of the rule for it, the most urgent first', async () => {
  const { jobId, taskId } = await book('Over', '2026-07-08T08:00:00.000Z', [])
  await accepted(server, olga, 'DescribeTask', { jobId, taskId, description: 'Fit the fan' })
  await accepted(server, tom, 'ChangeWarning', { jobId, warning: 'no access' })
  const ahead = await book('Ahead', '2026-07-09T12:00:00.000Z', [])
  last = (await accepted(server, tom, 'ChangeWarning', { jobId: ahead.jobId, warning: 'reschedule' })).seq
  await server.call(`/api/jobs?after=${last}`, { token: olga.token })
  const read = (query: JobsQuery) => readJobs(pool(), olga.user.companyId, 'office', query, now)
  const { jobs } = await read({ among: 'needsVisit', sort: 'urgency' })
  expect(jobs.map((one) => one.apartmentName)).toEqual(['Over', 'Ready'])
  const all = (await read({})).jobs.filter((one) => needsVisit(one, now.toISOString()))
  expect(all.map((one) => one.jobId).toSorted()).toEqual(jobs.map((one) => one.jobId).toSorted())
})

test('the export contains the same rows as the list', async () => {
  const answer = await server.call(`/api/export/jobs?after=${last}&among=mine`, { token: tom.token })
  expect((await answer.text()).trim().split('\n')).toHaveLength(3)
})
