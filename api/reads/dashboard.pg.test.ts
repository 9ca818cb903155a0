import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Job } from '#core/job/job.ts'
import { jobStatuses, warnings } from '#core/job/values.ts'
import { isOpen } from '#core/projections/dashboard.ts'
import type { DashboardAnswer } from '#core/wire/dashboard.ts'
import type { JobsAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { replayChecksums } from '#test/histories/replay-checksums.ts'
import { command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

/** A Thursday morning; the clocks of London went back on the Sunday. */
const now = '2026-11-05T09:00:00.000Z'
let server: TestServer
let olga: SignedInTest
let priya: SignedInTest
let tom: SignedInTest
let maya: SignedInTest
let seq = 0

const dashboard = async (person = olga): Promise<DashboardAnswer> => {
  const answer = await server.call(`${paths.dashboard}?after=${seq}`, { token: person.token })
  expect(answer.status).toBe(200)
  return answer.json()
}
const list = async (query: string): Promise<JobsAnswer> => {
  const answer = await server.call(`${paths.jobs}?after=${seq}&${query}`, { token: olga.token })
  expect(answer.status).toBe(200)
  return answer.json()
}
const sites = async (query: string) => (await list(query)).jobs.map((one) => one.apartmentName).toSorted()

/** Sends a command from a device at that instant. */
async function at(happenedAt: string, type: string, data: object) {
  const [result] = await sendCommands(server, olga, command(type, data, { happenedAt }))
  expect(result).toMatchObject({ status: 'accepted' })
  seq = Math.max(seq, result?.seq ?? 0)
}
async function job(apartmentName: string, createdAt: string, price: number) {
  const [jobId, taskId] = [uuid(), uuid()]
  const tasks = [{ taskId, description: 'Mend the tap', price }]
  await at(`${createdAt}T08:00:00.000Z`, 'CreateJob', { jobId, apartmentName, createdAt, tasks })
  return { jobId, taskId, complete: (when: string) => at(when, 'CycleTask', { jobId, taskId, from: 'not completed' }) }
}
const book = ({ jobId }: { jobId: string }, jobStart: string, jobEnd: string, ...people: SignedInTest[]) =>
  at(now, 'ScheduleJob', {
    ...{ jobId, jobBookingId: uuid(), access: '', jobStart, jobEnd, anyway: true },
    assignedTo: people.map((one) => one.user.userId),
  })

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  server = await startServer()
  olga = await server.registerCompany()
  priya = await addMember(server, olga, 'admin', 'priya')
  tom = await addMember(server, olga, 'team', 'tom')
  maya = await addMember(server, olga, 'team', 'maya')

  await (await job('Ash', '2026-10-20', 10_000)).complete('2026-10-30T10:00:00.000Z')
  // The last minutes of October in London, and the first of November.
  await (await job('Birch', '2026-10-26', 2_500)).complete('2026-10-31T23:50:00.000Z')
  await (await job('Cedar', '2026-10-28', 4_000)).complete('2026-11-01T00:10:00.000Z')
  const free = await job('Dogwood', '2026-11-01', 9_900)
  await free.complete('2026-11-02T10:00:00.000Z')
  await at('2026-11-02T10:01:00.000Z', 'ChangeWarning', { jobId: free.jobId, warning: 'free of charge' })
  const reopened = await job('Elm', '2026-11-02', 100_000)
  await reopened.complete('2026-11-03T10:00:00.000Z')
  for (const from of ['completed', 'to estimate'])
    await at('2026-11-03T11:00:00.000Z', 'CycleTask', { ...reopened, complete: undefined, from })

  await book(await job('Fir', '2026-11-02', 1_000), '2026-11-03T09:00:00.000Z', '2026-11-03T11:00:00.000Z', tom, maya)
  await book(await job('Gorse', '2026-11-02', 1_000), '2026-11-07T09:00:00.000Z', '2026-11-07T10:30:00.000Z')
  await book(await job('Hazel', '2026-11-02', 1_000), '2026-11-09T00:00:00.000Z', '2026-11-09T10:00:00.000Z', tom)
  const shut = await job('Ivy', '2026-11-04', 1_000)
  await at('2026-11-04T12:00:00.000Z', 'ChangeWarning', { jobId: shut.jobId, warning: 'no access' })
  await job('Juniper', '2026-10-27', 1_000)
  await job('Larch', '2026-10-29', 1_000)
  const quoted = await job('Maple', '2026-10-01', 1_000)
  await at('2026-10-02T12:00:00.000Z', 'ChangeWarning', { jobId: quoted.jobId, warning: 'quote sent' })
})
afterAll(async () => {
  await server.close()
  vi.useRealTimers()
})

test('every figure equals a count of the jobs', async () => {
  const { statuses, warnings: warned } = await dashboard(priya)
  const { jobs } = await list('')
  for (const { status, count } of statuses) expect(count).toBe(jobs.filter((one) => one.jobStatus === status).length)
  expect(statuses.map((one) => one.status)).toEqual(jobStatuses)
  const open = jobs.filter((one) => isOpen(one.jobStatus))
  for (const warning of warnings)
    expect(warned.find((one) => one.warning === warning)?.count ?? 0).toBe(
      open.filter((one) => one.warning === warning).length,
    )
  expect((await list('only=open')).totalResults).toBe(open.length)
  expect((await list('only=open&warning=none')).totalResults).toBe(open.filter((one) => one.warning === '').length)
})

test('completed work counts the value of its tasks in the month it was completed, in the company’s time zone', async () => {
  const { months } = await dashboard()
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ month: '2025-12', completed: 0, value: 0 })
  // Ten days and five; four days, and one for the free-of-charge task, which is worth nothing.
  expect(months.slice(-2)).toEqual([
    { month: '2026-10', completed: 2, value: 12_500, medianDays: 7.5 },
    { month: '2026-11', completed: 2, value: 4_000, medianDays: 2.5 },
  ])
  expect(await sites('completed=2026-10')).toEqual(['Ash', 'Birch'])
  expect(await sites('completed=2026-11')).toEqual(['Cedar', 'Dogwood'])
})

test('overdue jobs are listed with the reason, longest first', async () => {
  const { overdue, today } = await dashboard()
  expect(today).toBe('2026-11-05')
  expect(overdue.jobs.map(({ apartmentName, reason, since, days }) => [apartmentName, reason, since, days])).toEqual([
    ['Juniper', 'no visit', '2026-10-27', 9],
    ['Fir', 'visit over', '2026-11-03', 2],
    ['Ivy', 'no access', '2026-11-04', 1],
  ])
  expect(overdue.count).toBe(3)
  expect(await sites('only=overdue')).toEqual(['Fir', 'Ivy', 'Juniper'])
  const { now: clock } = server.services
  server.services.now = () => new Date('2026-11-06T09:00:00.000Z')
  expect((await dashboard()).overdue.jobs.map((one) => one.apartmentName)).toContain('Larch')
  server.services.now = clock
})

test('the booked week is in the company’s time zone, by person and day, including people with no bookings', async () => {
  const { week, people } = await dashboard()
  expect([week.monday, week.visits]).toEqual(['2026-11-02', 2])
  expect(week.people).toEqual([
    { userId: tom.user.userId, minutes: [0, 120, 0, 0, 0, 0, 0] },
    { userId: maya.user.userId, minutes: [0, 120, 0, 0, 0, 0, 0] },
    { minutes: [0, 0, 0, 0, 0, 90, 0] },
  ])
  expect(people).toMatchObject({ [tom.user.userId]: 'tom' })
  expect(await sites(`visits=${maya.user.userId}`)).toEqual(['Fir'])
  expect(await sites('visits=unassigned')).toEqual(['Gorse'])
  const { now: clock } = server.services
  server.services.now = () => new Date('2026-11-09T00:30:00.000Z')
  expect((await dashboard()).week).toMatchObject({ monday: '2026-11-09', visits: 1 })
  server.services.now = clock
})

test('the figures are the same after a replay', async () => {
  const before = await dashboard()
  const digests = await replayChecksums(server, olga.user.companyId, 'dashboard-jobs')
  expect(digests.after).toEqual(digests.before)
  expect(await dashboard()).toEqual(before)
})

test('a reopened task loses its value immediately, and a price counts as soon as it is set', async () => {
  const { taskId, jobId, complete } = await job('Nutmeg', '2026-11-05', 700)
  await complete('2026-11-05T08:50:00.000Z')
  const value = async () => (await dashboard()).months.at(-1)?.value
  expect(await value()).toBe(4_700)
  await at(now, 'PriceTask', { jobId, taskId, price: 900 })
  expect(await value()).toBe(4_900)
  await at(now, 'CycleTask', { jobId, taskId, from: 'completed' })
  expect(await value()).toBe(4_000)
  const answer = await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}`, { token: olga.token })
  const { job: read }: { job: Job } = await answer.json()
  expect(read.jobStatus).toBe('to estimate')
})

test('the team gets no figures and no lists behind them, and each company has its own', async () => {
  for (const path of [paths.dashboard, `${paths.jobs}?only=overdue`, `${paths.jobs}?only=open`])
    expect((await server.call(path, { token: tom.token })).status, path).toBe(403)
  for (const query of ['completed=2026-10', 'visits=unassigned'])
    expect((await server.call(`${paths.jobs}?${query}`, { token: tom.token })).status, query).toBe(403)
  for (const query of ['completed=2026-13', 'completed=x', 'visits=tom', 'only=closed'])
    expect((await server.call(`${paths.jobs}?${query}`, { token: olga.token })).status, query).toBe(400)
  const stranger = await server.registerCompany()
  seq = (await createJob(server, stranger)).seq
  expect((await dashboard(stranger)).statuses[0]).toEqual({ status: 'pending', count: 1 })
})
