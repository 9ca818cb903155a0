import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team')
})
afterAll(() => server.close())

test('a retried command is accepted once and gets its first response', async () => {
  const { jobId } = await createJob(server, olga)
  const note = command('AddNote', { jobId, noteId: uuid(), note: 'Keys are with the porter' })
  const [first] = await sendCommands(server, olga, note)
  const again = await Promise.all([1, 2, 3, 4, 5].map(() => sendCommands(server, olga, note)))
  expect(first?.status).toBe('accepted')
  for (const [one] of again) expect(one).toEqual(first)
})

test('a retry gets its first outcome even if the job has changed and would now refuse it', async () => {
  const { jobId, taskId } = await createJob(server, olga)
  const cycle = command('CycleTask', { jobId, taskId, from: 'not completed' })
  const [first] = await sendCommands(server, olga, cycle)
  await accepted(server, olga, 'DeleteTask', { jobId, taskId })
  expect(await sendCommands(server, olga, cycle)).toEqual([first])
})

test('a command without effect is accepted, and its retry too', async () => {
  const { jobId, taskId } = await createJob(server, olga)
  const nothing = command('SetTaskReady', { jobId, taskId, ready: false })
  const [first] = await sendCommands(server, olga, nothing)
  expect(first?.status).toBe('accepted')
  await accepted(server, olga, 'DeleteTask', { jobId, taskId })
  expect(await sendCommands(server, olga, nothing)).toEqual([first])
})

test('a command without effect is answered with the position at which somebody else made the change, and its retry too', async () => {
  const { jobId, taskId } = await createJob(server, olga)
  const [ready] = await sendCommands(server, olga, command('SetTaskReady', { jobId, taskId, ready: true }))
  await createJob(server, olga)
  const same = command('SetTaskReady', { jobId, taskId, ready: true })
  const [first] = await sendCommands(server, tom, same)
  expect(first).toMatchObject({ status: 'accepted', seq: ready?.seq, version: ready?.version })
  await accepted(server, olga, 'DeleteTask', { jobId, taskId })
  expect(await sendCommands(server, tom, same)).toEqual([first])
})

test('an id used for another command is refused, alone with 422 and among others with 200', async () => {
  const { jobId } = await createJob(server, olga)
  const note = command('AddNote', { jobId, noteId: uuid(), note: 'First' })
  await sendCommands(server, olga, note)
  const other = { ...note, data: { ...(note.data as object), note: 'Second' } }
  const alone = await server.call('/api/commands', { token: olga.token, body: { commands: [other] } })
  expect(alone.status).toBe(422)
  expect(await alone.json()).toMatchObject({ code: 'command-id-reused', results: [{ status: 'refused' }] })
  const [refused, taken] = await sendCommands(server, olga, other, command('DeleteBooking', { jobId }))
  expect(refused).toMatchObject({ status: 'refused', code: 'command-id-reused' })
  expect(taken?.status).toBe('accepted')
})

test('the commands of one request are handled in order, and a refusal does not stop the others', async () => {
  const { jobId, taskId } = await createJob(server, olga)
  const [first, second, third] = await sendCommands(
    server,
    olga,
    command('CycleTask', { jobId, taskId, from: 'not completed' }),
    command('CycleTask', { jobId, taskId, from: 'not completed-ish' }),
    command('CycleTask', { jobId, taskId, from: 'completed' }),
  )
  expect([first?.status, second?.status, third?.status]).toEqual(['accepted', 'refused', 'accepted'])
  expect(second).toMatchObject({ code: 'invalid', field: 'from' })
})

test('a refused tick says what it met: the task, its status, who set it and when', async () => {
  const { jobId, taskId } = await createJob(server, olga)
  await accepted(server, olga, 'CycleTask', { jobId, taskId, from: 'not completed' })
  await accepted(server, olga, 'CycleTask', { jobId, taskId, from: 'completed' })
  const late = command('SetTaskStatus', { jobId, taskId, status: 'completed', from: 'not completed' })
  const [refused] = await sendCommands(server, olga, late)
  expect(refused).toMatchObject({
    code: 'task-moved-on',
    conflict: { task: 'Mend the tap', status: 'to estimate', actorId: olga.user.userId, at: expect.any(String) },
  })
  const [ready] = await sendCommands(server, tom, command('SetTaskReady', { jobId, taskId, ready: true }))
  expect(ready).toMatchObject({ code: 'ready-needs-open-task', conflict: { status: 'to estimate' } })
  await accepted(server, olga, 'DeleteTask', { jobId, taskId })
  const [gone] = await sendCommands(server, olga, command('CycleTask', { jobId, taskId, from: 'to estimate' }))
  expect(gone).toMatchObject({ code: 'task-not-found', conflict: { task: 'Mend the tap' } })
  expect(gone?.conflict).not.toHaveProperty('status')
})

test('an older value does not replace a newer one: the refusal says which stands, who set it and when', async () => {
  const { jobId } = await createJob(server, olga)
  const at = '2026-11-20T09:15:00.000Z'
  const seen = { nextVisitHours: 0, nextVisitPeople: 0 }
  const late = command('SetNextVisit', { jobId, nextVisitHours: 3, nextVisitPeople: 2, from: seen }, { happenedAt: at })
  const { seq } = await accepted(server, olga, 'SetNextVisit', { jobId, nextVisitHours: 2, nextVisitPeople: 1 })
  const [refused] = await sendCommands(server, tom, late)
  expect(refused).toMatchObject({
    code: 'value-moved-on',
    conflict: {
      actorId: olga.user.userId,
      at: expect.any(String),
      differences: [
        { field: 'nextVisitHours', from: 3, to: 2 },
        { field: 'nextVisitPeople', from: 2, to: 1 },
      ],
    },
  })
  const answer = await server.call(`/api/jobs/${jobId}?after=${seq}`, { token: olga.token })
  const { job }: JobAnswer = await answer.json()
  expect([job.nextVisitHours, job.nextVisitPeople]).toEqual([2, 1])
})

test('a deletion that says which visit was seen does not delete one that was moved since', async () => {
  const { jobId } = await createJob(server, olga)
  const visit = { access: '', assignedTo: [tom.user.userId] }
  const nine = { ...visit, jobStart: '2026-11-24T09:00:00.000Z', jobEnd: '2026-11-24T11:00:00.000Z' }
  const two = { ...visit, jobStart: '2026-11-24T14:00:00.000Z', jobEnd: '2026-11-24T16:00:00.000Z' }
  const booking = { jobId, jobBookingId: uuid() }
  await accepted(server, olga, 'ScheduleJob', { ...booking, ...nine })
  await accepted(server, olga, 'ScheduleJob', { ...booking, ...two })
  const [refused] = await sendCommands(server, olga, command('DeleteBooking', { jobId, from: nine }))
  expect(refused).toMatchObject({
    code: 'value-moved-on',
    conflict: {
      actorId: olga.user.userId,
      differences: [
        { field: 'jobStart', to: two.jobStart },
        { field: 'jobEnd', to: two.jobEnd },
        { field: 'assignedTo', to: [tom.user.userId] },
      ],
    },
  })
  const { seq } = await accepted(server, olga, 'DeleteBooking', { jobId, from: two })
  const answer = await server.call(`/api/jobs/${jobId}?after=${seq}`, { token: olga.token })
  expect(((await answer.json()) as JobAnswer).job).toMatchObject({ jobStatus: 'pending', assignedTo: [] })
})

test('each command is refused with its own reason', async () => {
  const { jobId } = await createJob(server, olga)
  const results = await sendCommands(
    server,
    olga,
    command('NoSuchCommand', {}),
    command('constructor', {}),
    command('__proto__', {}),
    command('AddImage', { jobId, imageId: uuid(), src: '/x.png', description: '' }),
    command('InviteMember', { userId: uuid(), userRole: 'admin' }),
    command('DeleteBooking', { jobId: uuid() }),
    command('DeleteBooking', { jobId, companyId: uuid() }),
    command('CreateJob', { jobId: uuid(), apartmentName: '   ', createdAt: '2026-11-20', tasks: [] }),
    command('CreateJob', { jobId, apartmentName: 'Elsewhere', createdAt: '2026-11-20', tasks: [] }),
    command('ScheduleJob', {
      jobId,
      jobBookingId: uuid(),
      jobStart: '2026-11-23T09:00:00.000Z',
      jobEnd: '2026-11-23T11:00:00.000Z',
      access: '',
      assignedTo: [uuid()],
    }),
  )
  expect(results.map((one) => [one.status, one.code, one.error])).toEqual([
    ['refused', 'unknown-command', 'There is no such command.'],
    ['refused', 'unknown-command', 'There is no such command.'],
    ['refused', 'unknown-command', 'There is no such command.'],
    ['refused', 'unknown-command', 'There is no such command.'],
    ['refused', 'unknown-command', 'There is no such command.'],
    ['refused', 'job-not-found', 'Job not found.'],
    ['refused', 'unknown-field', 'There is no field called companyId.'],
    ['refused', 'site-required', 'Site name is required.'],
    ['refused', 'job-exists', 'This job already exists.'],
    ['refused', 'not-a-member', 'One of the people chosen is not in this company.'],
  ])
})

test("another company's job is not found, like one that never existed", async () => {
  const { jobId } = await createJob(server, olga)
  const stranger = await server.registerCompany()
  const given = (id: string) =>
    sendCommands(server, stranger, command('AddNote', { jobId: id, noteId: uuid(), note: 'Hello' }))
  const [[foreign], [missing]] = [await given(jobId), await given(uuid())]
  const refusal = { status: 'refused', code: 'job-not-found', error: 'Job not found.' }
  expect(foreign).toEqual({ commandId: expect.any(String), ...refusal })
  expect(missing).toEqual({ commandId: expect.any(String), ...refusal })
})

test('the team may not create, price or schedule', async () => {
  const { jobId, taskId } = await createJob(server, olga)
  const results = await sendCommands(
    server,
    tom,
    command('CreateJob', { jobId: uuid(), apartmentName: 'Mine', createdAt: '2026-11-20', tasks: [] }),
    command('PriceTask', { jobId, taskId, price: 1 }),
    command('DeleteBooking', { jobId }),
    command('ChangeWarning', { jobId, warning: 'management' }),
    command('ChangeRole', { userId: tom.user.userId, userRole: 'admin' }),
    command('CycleTask', { jobId, taskId, from: 'not completed' }),
  )
  expect(results.map((one) => one.code ?? one.status)).toEqual([
    'office-only',
    'office-only',
    'office-only',
    'warning-not-for-team',
    'owner-only',
    'accepted',
  ])
})

test("a device's clock is trusted from ninety days behind to five minutes ahead", async () => {
  const now = Date.now()
  const { jobId } = await createJob(server, olga)
  const minute = 60_000
  const offsets = [4 * minute, 6 * minute, -89 * 1440 * minute, -91 * 1440 * minute]
  await sendCommands(
    server,
    olga,
    ...offsets.map((offset) =>
      command('AddNote', { jobId, noteId: uuid(), note: 'x' }, { happenedAt: new Date(now + offset).toISOString() }),
    ),
  )
  const answer = await server.call(`/api/jobs/${jobId}/history`, { token: olga.token })
  const { entries }: { entries: { type: string; clock: string; happenedAt: string }[] } = await answer.json()
  const notes = entries.filter((one) => one.type === 'NoteAdded').reverse()
  expect(notes.map((one) => one.clock)).toEqual(['device', 'server', 'device', 'server'])
  for (const one of notes.filter((note) => note.clock === 'server'))
    expect(Math.abs(Date.parse(one.happenedAt) - now)).toBeLessThan(30_000)
})

test('when fifty people complete a task at once, one does and the others find it done', async () => {
  const { jobId, taskId } = await createJob(server, olga)
  const cycle = () => sendCommands(server, olga, command('CycleTask', { jobId, taskId, from: 'not completed' }))
  const notes = () => sendCommands(server, tom, command('AddNote', { jobId, noteId: uuid(), note: 'On my way' }))
  const results = await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 2 ? cycle() : notes())))
  expect(results.flat().every((one) => one.status === 'accepted')).toBe(true)
  const seq = Math.max(...results.flat().map((one) => one.seq ?? 0))
  const answer = await server.call(`/api/jobs/${jobId}?after=${seq}`, { token: olga.token })
  const { job }: JobAnswer = await answer.json()
  expect(job.extraNotes).toHaveLength(25)
  expect(job.jobDescriptions[0]?.status).toBe('completed')
  // Created, completed once, the status that follows once, and the notes.
  expect(job.version).toBe(1 + 1 + 1 + 25)
})

test('jobs created by many people at once through two processes get numbers without gaps or repeats', async () => {
  const second = await startServer(
    { dataFolder: server.services.config.dataFolder },
    { database: server.database, projector: false },
  )
  const owner = await server.registerCompany()
  const jobs = await Promise.all(
    Array.from({ length: 60 }, (_, index) => createJob(index % 2 ? server : second, owner)),
  )
  await second.close()
  expect(jobs.map((one) => one.number ?? 0).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 60 }, (_, index) => index + 1),
  )
})
