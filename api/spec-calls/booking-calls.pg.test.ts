import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '#core/history/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
let stranger: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  ann = await addMember(server, olga, 'admin')
  tom = await addMember(server, olga, 'team')
  stranger = await server.registerCompany()
})
afterAll(() => server.close())

const visit = { dateScheduled: '2026-12-01T09:00:00.000Z', endTimeScheduled: '2026-12-01T11:00:00.000Z' }
const call = async (person: SignedInTest, path: string, body: unknown) => {
  const answer = await server.call(path, { token: person.token, body })
  return { status: answer.status, ...(await answer.json()) }
}
const addJob = (person: SignedInTest, bookingDetails: object, companyId = olga.user.companyId) =>
  call(person, paths.addJob, { companyId, bookingDetails: { ...visit, ...bookingDetails } })
const deleteJob = (person: SignedInTest, jobBookingId: unknown, companyId = olga.user.companyId) =>
  call(person, paths.deleteJob, { companyId, jobBookingId })
/** The types of a job's events, oldest first. */
const happened = async (jobId: string): Promise<string[]> => {
  const answer = await server.call(pathTo(paths.jobHistory, { jobId }), { token: olga.token })
  const { entries }: { entries: HistoryEntry[] } = await answer.json()
  return entries.map((one) => one.type).reverse()
}
const bookings = (types: string[]) => types.filter((one) => one === 'JobScheduled').length
/** Times at which nobody is booked. */
let day = 1
const freeDay = () => {
  const date = `2027-01-${String(day++).padStart(2, '0')}`
  return { dateScheduled: `${date}T09:00:00.000Z`, endTimeScheduled: `${date}T11:00:00.000Z` }
}

test('a job is booked by id or number, for people by id or username, by an admin too', async () => {
  for (const named of ['id', 'ref', 'number', 'list'] as const) {
    const { jobId, number = 0 } = await createJob(server, olga)
    const jobsBooked = { id: jobId, ref: String(number).padStart(5, '0'), number: String(number), list: [jobId] }[named]
    const when = freeDay()
    const details = {
      ...when,
      jobsBooked,
      accessInfo: 'Key safe 1234',
      assignedTo: [tom.user.username, ann.user.userId],
      apartmentName: '12 High Street',
      jobDescriptions: ['Mend the tap', { description: 'Mend the tap', status: 'not completed' }],
    }
    const answer = await addJob(ann, details)
    expect(answer).toEqual({ status: 200, jobBookingId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    const seq = (await server.call(paths.ledger, { token: olga.token }).then((one) => one.json())).seq
    const read = await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}`, { token: olga.token })
    expect((await read.json()).job).toMatchObject({
      jobStatus: 'booked',
      jobBookingId: answer.jobBookingId,
      jobStart: when.dateScheduled,
      jobEnd: when.endTimeScheduled,
      access: 'Key safe 1234',
      assignedTo: [tom.user.userId, ann.user.userId],
    })
  }
})

test('the same booking requested repeatedly or simultaneously is one booking', async () => {
  const { jobId } = await createJob(server, olga)
  const details = { ...freeDay(), jobsBooked: jobId, assignedTo: tom.user.username }
  const answers = await Promise.all(Array.from({ length: 5 }, () => addJob(olga, details)))
  const again = await addJob(olga, details)
  expect(new Set([...answers, again].map((one) => one.jobBookingId)).size).toBe(1)
  expect(bookings(await happened(jobId))).toBe(1)
  // Another time is another booking, and so is the same time after a deletion.
  const moved = await addJob(olga, { ...details, ...freeDay() })
  expect(moved.jobBookingId).not.toBe(again.jobBookingId)
  const back = await addJob(olga, details)
  await deleteJob(olga, back.jobBookingId)
  const rebooked = await addJob(olga, details)
  expect(rebooked.jobBookingId).not.toBe(back.jobBookingId)
  // A late repeat of the deletion does not touch the new booking.
  expect(await deleteJob(olga, back.jobBookingId)).toMatchObject({ status: 200 })
  expect((await happened(jobId)).at(-1)).toBe('JobStatusChanged')
  expect((await happened(jobId)).filter((one) => one === 'BookingDeleted')).toHaveLength(1)
})

test('a booking is deleted, and deleting it again changes nothing', async () => {
  const { jobId } = await createJob(server, olga)
  const { jobBookingId } = await addJob(olga, { ...freeDay(), jobsBooked: jobId })
  const done = { status: 200, message: 'Booking deleted successfully!' }
  expect(await deleteJob(olga, jobBookingId)).toEqual(done)
  expect(await deleteJob(ann, jobBookingId.toUpperCase())).toEqual(done)
  expect(await happened(jobId)).toEqual([
    'JobCreated',
    'JobScheduled',
    'JobStatusChanged',
    'BookingDeleted',
    'JobStatusChanged',
  ])
})

test('a booking that the rules forbid is refused in their words', async () => {
  const { jobId, taskId } = await createJob(server, olga)
  const own = { jobsBooked: jobId }
  const cases: [object, number, string][] = [
    [{ jobsBooked: uuid() }, 404, 'Job not found.'],
    [{ jobsBooked: '99999' }, 404, 'Job not found.'],
    [{ jobsBooked: 'kitchen' }, 404, 'Job not found.'],
    [{ ...own, endTimeScheduled: visit.dateScheduled }, 400, 'The end must be after the start.'],
    [{ ...own, endTimeScheduled: '2026-12-01T08:00:00Z' }, 400, 'The end must be after the start.'],
    [{ ...own, assignedTo: [stranger.user.userId] }, 400, 'One of the people chosen is not in this company.'],
    [{ ...own, assignedTo: stranger.user.username }, 400, 'One of the people chosen is not in this company.'],
  ]
  for (const [details, status, error] of cases) expect(await addJob(olga, details)).toMatchObject({ status, error })
  await accepted(server, tom, 'CycleTask', { jobId, taskId, from: 'not completed' })
  expect(await addJob(olga, own)).toEqual({
    status: 400,
    error: 'There are no pending tasks to schedule.',
    code: 'nothing-to-schedule',
  })
})

test('an overlapping booking is refused, and made once it is confirmed', async () => {
  const [one, other] = [await createJob(server, olga), await createJob(server, olga)]
  const details = { ...freeDay(), assignedTo: [tom.user.userId] }
  expect((await addJob(olga, { ...details, jobsBooked: one.jobId })).status).toBe(200)
  const bookedOther = await addJob(olga, { ...details, jobsBooked: other.jobId })
  expect(bookedOther).toMatchObject({ status: 409, code: 'already-booked' })
  expect(bookedOther.error).toContain(`${tom.user.username} is already booked 09:00 to 11:00`)
  expect((await addJob(olga, { ...details, jobsBooked: other.jobId, anyway: true })).status).toBe(200)
})

test('a malformed request is 400 and changes nothing', async () => {
  const { jobId } = await createJob(server, olga)
  const wrong = [
    { jobsBooked: [] },
    { jobsBooked: [jobId, jobId] },
    { jobsBooked: 7 },
    { jobsBooked: null },
    { dateScheduled: '24:00' },
    { dateScheduled: '9:5' },
    { dateScheduled: '2026-12-01' },
    { endTimeScheduled: '2026-12-01T24:00:00Z' },
    { endTimeScheduled: 1 },
    { assignedTo: [1] },
    { accessInfo: 'a\u0000b' },
    { accessInfo: 'x'.repeat(2_001) },
    { createdBy: tom.user.userId },
    { jobDescriptions: 'x' },
  ]
  for (const details of wrong)
    expect(await addJob(olga, { jobsBooked: jobId, ...details })).toMatchObject({ status: 400 })
  for (const body of [[], null, {}, { companyId: 1 }, { companyId: olga.user.companyId, role: 'owner' }])
    for (const path of [paths.addJob, paths.deleteJob])
      expect(await call(olga, path, body)).toMatchObject({ status: 400 })
  for (const bookingId of [1, '', 'x', null]) expect(await deleteJob(olga, bookingId)).toMatchObject({ status: 400 })
  expect(await happened(jobId)).toEqual(['JobCreated'])
})

test('the team may not book, nobody may book for another company, and a foreign job is not found', async () => {
  const { jobId } = await createJob(server, olga)
  const { jobBookingId } = await addJob(olga, { ...freeDay(), jobsBooked: jobId })
  const own = stranger.user.companyId
  expect(await addJob(tom, { jobsBooked: jobId })).toMatchObject({ status: 403, code: 'office-only' })
  expect(await deleteJob(tom, jobBookingId)).toMatchObject({ status: 403, code: 'office-only' })
  expect(await addJob(stranger, { jobsBooked: jobId })).toMatchObject({ status: 403, code: 'foreign-company' })
  expect(await deleteJob(stranger, jobBookingId)).toMatchObject({ status: 403, code: 'foreign-company' })
  expect(await addJob(stranger, { jobsBooked: jobId }, own)).toMatchObject({ status: 404, error: 'Job not found.' })
  expect(await deleteJob(stranger, jobBookingId, own)).toMatchObject({ status: 404, error: 'Job not found.' })
  expect(await deleteJob(olga, uuid())).toMatchObject({ status: 404, error: 'Job not found.' })
})
