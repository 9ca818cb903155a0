import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TeamAnswer } from '#core/wire/account/team.ts'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import type { CalendarAnswer } from '#core/wire/jobs/calendar.ts'
import type { JobAnswer, ListAnswer } from '#core/wire/jobs/jobs.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
let jobId: string
let taskId: string
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany({ username: 'olga' })
  ann = await addMember(server, olga, 'admin', 'ann')
  tom = await addMember(server, olga, 'team', 'tom')
  const made = await createJob(server, ann, { agency: 'Homefinders', receivedBy: 'Rita' })
  jobId = made.jobId
  taskId = made.taskId
})
afterAll(() => server.close())

const get = async <T>(path: string, { token } = olga): Promise<T> => {
  const answer = await server.call(path, { token })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}
const schedule = (job: string, jobStart: string, jobEnd: string) =>
  accepted(server, olga, 'ScheduleJob', {
    jobId: job,
    jobBookingId: uuid(),
    jobStart,
    jobEnd,
    access: 'Keys at the desk',
    assignedTo: [tom.user.userId],
  })

test('a client that asks for the seq of its command reads its effect', async () => {
  for (let round = 0; round < 10; round += 1) {
    const noteId = uuid()
    const { seq } = await accepted(server, tom, 'AddNote', { jobId, noteId, note: `${round}` })
    const answer = await get<JobAnswer>(`/api/jobs/${jobId}?after=${seq}`, tom)
    expect(answer.seq).toBeGreaterThanOrEqual(seq)
    expect(answer.job.extraNotes.at(-1)?.noteId).toBe(noteId)
  }
})

test('a read does not wait for a change that the company does not have', async () => {
  const alone = await startServer({}, { projector: false })
  const owner = await alone.registerCompany()
  const { seq } = await createJob(alone, owner)
  const looks = async (after: number) => {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    const answer = await alone.call(`/api/jobs?after=${after}`, { token: owner.token })
    const names = asked.mock.calls.map(([query]: readonly unknown[]) =>
      typeof query === 'object' && query !== null && 'name' in query ? String(query.name) : '',
    )
    asked.mockRestore()
    expect(answer.status).toBe(200)
    return names.filter((name) => name.startsWith('lowest-seq')).length
  }
  expect(await looks(0)).toBe(0)
  // It looks once how far the ledger is.
  expect(await looks(999_999_999)).toBe(1)
  expect(await looks(seq)).toBeGreaterThan(1)
  await alone.close()
})

test('a read waits for the projector only for a limited time', async () => {
  const alone = await startServer({}, { projector: false })
  const owner = await alone.registerCompany()
  const { seq } = await createJob(alone, owner)
  const started = performance.now()
  const answer = await alone.call(`/api/jobs?after=${seq}`, { token: owner.token })
  const took = performance.now() - started
  expect(await answer.json()).toEqual({ jobs: [], totalPages: 0, totalResults: 0, seq: 0 })
  expect(took).toBeGreaterThan(1_900)
  await alone.close()
})

test('a job is returned with the names of only its own people', async () => {
  const { seq } = await accepted(server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'On my way' })
  const office = await get<JobAnswer>(`/api/jobs/${jobId}?after=${seq}`)
  expect(office.people).toEqual({ [tom.user.userId]: 'tom', [ann.user.userId]: 'ann' })
  expect(office.job.office).toMatchObject({ createdBy: ann.user.userId, agency: 'Homefinders' })
  const team = await get<JobAnswer>(`/api/jobs/${jobId}?after=${seq}`, tom)
  expect(team.people).toEqual({ [tom.user.userId]: 'tom' })
  expect(team.job.office).toBeUndefined()
})

test('a job can be read at an earlier version or instant', async () => {
  const before = await get<JobAnswer>(`/api/jobs/${jobId}?version=1`)
  expect(before.job).toMatchObject({ version: 1, extraNotes: [], jobStatus: 'pending' })
  const moment = new Date().toISOString()
  const { seq } = await accepted(server, tom, 'CycleTask', { jobId, taskId, from: 'not completed' })
  const now = await get<JobAnswer>(`/api/jobs/${jobId}?after=${seq}`)
  expect(now.job.jobStatus).toBe('completed')
  expect((await get<JobAnswer>(`/api/jobs/${jobId}?at=${moment}`)).job.jobStatus).toBe('pending')
  const again = await get<JobAnswer>(`/api/jobs/${jobId}?version=${now.job.version}`, tom)
  expect(again.job).toEqual((await get<JobAnswer>(`/api/jobs/${jobId}`, tom)).job)
})

test("a job's history shows each change and its author, newest first, and the team sees less of it", async () => {
  const office = await get<JobHistoryAnswer>(`/api/jobs/${jobId}/history`)
  expect(office.entries.at(-1)).toMatchObject({ type: 'JobCreated', actorId: ann.user.userId, actorRole: 'admin' })
  expect(office.entries.map((one) => one.seq)).toEqual(office.entries.map((one) => one.seq).toSorted((a, b) => b - a))
  expect(office.people).toEqual({ [tom.user.userId]: 'tom', [ann.user.userId]: 'ann' })
  expect(office.entries.map((one) => one.type)).toContain('JobReferred')
  const team = await get<JobHistoryAnswer>(`/api/jobs/${jobId}/history`, tom)
  expect(team.entries.map((one) => one.type)).not.toContain('JobReferred')
  expect(team.people).toEqual({ [tom.user.userId]: 'tom' })
})

test("a job's history includes the events of every part that was ever ordered for it, and of no other part", async () => {
  const { jobId: fitted, number = 0 } = await createJob(server, olga)
  const days = { purchaseDate: '2026-11-16', expectedDelivery: '2026-11-20' }
  const [moved, other] = [uuid(), uuid()]
  await accepted(server, tom, 'AddPart', { partId: moved, name: 'Shower tray', jobId: String(number), ...days })
  await accepted(server, tom, 'AddPart', { partId: other, name: 'Tap', jobId: String(number + 1), ...days })
  await accepted(server, tom, 'EditPart', { partId: moved, jobId: '' })
  const { seq } = await accepted(server, tom, 'DeletePart', { partId: moved })
  await get(`/api/parts?after=${seq}`, tom)
  const partEvents = async () => (await get<JobHistoryAnswer>(`/api/jobs/${fitted}/history`, tom)).partEvents
  await expect
    .poll(async () => (await partEvents()).map(({ type, streamId }) => [type, streamId]))
    .toEqual(['PartAdded', 'PartChanged', 'PartDeleted'].map((type) => [type, moved]))
})

test('the calendar has every booking that overlaps the range', async () => {
  const { jobId: visit } = await createJob(server, olga)
  const { seq } = await schedule(visit, '2026-12-01T22:00:00.000Z', '2026-12-02T02:00:00.000Z')
  const between = async (from: string, to: string, person = olga) =>
    get<CalendarAnswer>(`/api/calendar?from=2026-12-${from}:00Z&to=2026-12-${to}:00Z&after=${seq}`, person)
  for (const [from, to, found] of [
    ['01T00:00', '02T00:00', 1],
    ['02T00:00', '03T00:00', 1],
    ['02T02:00', '03T00:00', 0],
    ['01T00:00', '01T22:00', 0],
  ] as const)
    expect((await between(from, to)).bookings).toHaveLength(found)
  const answer = await between('01T00:00', '02T00:00', tom)
  expect(answer.bookings[0]).toMatchObject({ jobId: visit, assignedTo: [tom.user.userId], jobStatus: 'booked' })
  expect(answer.people).toEqual({ [tom.user.userId]: 'tom' })
})

test('a list has at most twenty names that contain the text, those that start with it first', async () => {
  let last = 0
  for (const name of ['Oak Bank', 'Bank Street', 'River Bank', 'Éire_House', '100% Court']) {
    last = (await createJob(server, olga, { apartmentName: name })).seq
  }
  for (let flat = 1; flat <= 21; flat += 1)
    last = (await createJob(server, olga, { apartmentName: `Tower ${flat}` })).seq
  const names = async (search: string) =>
    (await get<ListAnswer>(`/api/lists/apartments?search=${encodeURIComponent(search)}&after=${last}`)).names
  expect(await names('BANK')).toEqual(['Bank Street', 'Oak Bank', 'River Bank'])
  expect(await names('éire_')).toEqual(['Éire_house'])
  expect(await names('0%')).toEqual(['100% Court'])
  expect(await names('%')).toEqual(['100% Court'])
  expect(await names('tower')).toHaveLength(20)
  expect((await get<ListAnswer>(`/api/lists/receivedBy?after=${last}`)).names).toEqual(['Rita'])
})

test('everyone sees the team list, only the owner sees emails, and former members keep their names', async () => {
  const leaver = await addMember(server, olga, 'team', 'leaver')
  const { seq } = await accepted(server, olga, 'RemoveMember', { userId: leaver.user.userId })
  const seen = (person: SignedInTest) => get<TeamAnswer>(`/api/team?after=${seq}`, person)
  const owner = await seen(olga)
  expect(owner.users.map((one) => [one.username, one.userRole, one.state])).toEqual([
    ['olga', 'owner', 'active'],
    ['ann', 'admin', 'active'],
    ['leaver', 'team', 'removed'],
    ['tom', 'team', 'active'],
  ])
  expect(owner.users[0]?.email).toBe(olga.user.email)
  for (const person of [ann, tom]) {
    const { users } = await seen(person)
    expect(users).toHaveLength(4)
    expect(users.every((one) => one.email === undefined)).toBe(true)
  }
})
