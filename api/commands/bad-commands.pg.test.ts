import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '#core/ledger/ledger.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { count, lengthOf, seedOf } from '#test/reliability/extent.ts'
import { command, createJob } from '#test/server/commands.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let jobId: string
let taskId: string
beforeAll(async () => {
  server = await startServer({ tokenSeconds: 86_400 })
  olga = await server.registerCompany()
  ;({ jobId, taskId } = await createJob(server, olga))
})
afterAll(() => server.close())

const send = async (body: unknown) => {
  const answer = await server.call(paths.commands, { token: olga.token, body })
  return { status: answer.status, ...(await answer.json()) }
}
const fine = () => command('DeleteBooking', { jobId })

test('an invalid envelope is refused as a whole, with the field at fault', async () => {
  const { commandId: _, ...nameless } = fine()
  const cases: [unknown, string | undefined][] = [
    [{}, 'commands'],
    [{ commands: [] }, 'commands'],
    [{ commands: {} }, 'commands'],
    [{ commands: [fine()], role: 'owner' }, 'role'],
    [{ commands: Array.from({ length: 101 }, fine) }, 'commands'],
    [{ commands: [null] }, 'commands.0'],
    [{ commands: [nameless] }, 'commands.0.commandId'],
    [{ commands: [{ ...fine(), commandId: '1' }] }, 'commands.0.commandId'],
    [{ commands: [fine(), { ...fine(), actorId: uuid() }] }, 'commands.1.actorId'],
    [{ commands: [{ ...fine(), userRole: 'owner' }] }, 'commands.0.userRole'],
    [{ commands: [{ ...fine(), companyId: uuid() }] }, 'commands.0.companyId'],
    [{ commands: [{ ...fine(), happenedAt: 'yesterday' }] }, 'commands.0.happenedAt'],
    [{ commands: [{ ...fine(), happenedAt: 1 }] }, 'commands.0.happenedAt'],
    [{ commands: [{ ...fine(), happenedAt: `2026-11-20T09:00:00.${'1'.repeat(200)}Z` }] }, 'commands.0.happenedAt'],
    [{ commands: [{ ...fine(), type: 7 }] }, 'commands.0.type'],
    ['{"commands":[],"__proto__":{"a":1}}', undefined],
  ]
  for (const [body, field] of cases) {
    const { status, ...failure } = await send(body)
    expect([body, status]).toEqual([body, 400])
    expect(failure).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    if (field) expect(failure.field).toBe(field)
  }
})

test('invalid data of a command is refused with the field at fault, and changes nothing', async () => {
  const create = { jobId: uuid(), apartmentName: 'Elm Row', createdAt: '2026-11-20', tasks: [] }
  const task = { taskId: uuid(), description: 'Tap' }
  const [jobStart, jobEnd] = ['2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z']
  const visit = { jobId, jobBookingId: uuid(), jobStart, jobEnd, access: '', assignedTo: [] }
  const price = (amount: unknown) => ['PriceTask', { jobId, taskId, price: amount }, 'price'] as const
  const cases = [
    ['CreateJob', { ...create, apartmentName: 'x'.repeat(201) }, 'apartmentName'],
    ['CreateJob', { ...create, apartmentName: 'a\u0000b' }, 'apartmentName'],
    ['CreateJob', { ...create, apartmentName: '\ud800' }, 'apartmentName'],
    ['CreateJob', { ...create, createdAt: '2026-02-30' }, 'createdAt'],
    ['CreateJob', { ...create, createdAt: '0000-01-01' }, 'createdAt'],
    ['ScheduleJob', { ...visit, jobStart: '0000-01-01T09:00:00Z' }, 'jobStart'],
    ['ScheduleJob', { ...visit, jobEnd: `2026-11-20T10:00:00.${'0'.repeat(200)}Z` }, 'jobEnd'],
    ['CreateJob', { ...create, createdBy: uuid() }, 'createdBy'],
    ['CreateJob', { ...create, version: 3 }, 'version'],
    ['CreateJob', { ...create, tasks: Array.from({ length: 201 }, () => task) }, 'tasks'],
    ['CreateJob', { ...create, tasks: [{ ...task, price: '10,50' }] }, 'tasks.0.price'],
    price(-1),
    price(10.5),
    price('10'),
    price(null),
    price(1e300),
    price(1_000_000_001),
    ['CycleTask', { jobId, taskId, from: 'done' }, 'from'],
    ['CycleTask', { jobId, index: 0, from: 'completed' }, 'taskId'],
    ['AddNote', { jobId, noteId: uuid(), note: 'x'.repeat(10_001) }, 'note'],
    ['AddNote', { jobId, noteId: 5, note: 'x' }, 'noteId'],
    ['SetNextVisit', { jobId, nextVisitHours: 0.25, nextVisitPeople: 1 }, 'nextVisitHours'],
    ['ChangeWarning', { jobId, warning: 'unknown' }, 'warning'],
    ['DeleteBooking', null, undefined],
    ['DeleteBooking', [], undefined],
    ['DeleteBooking', 'text', undefined],
    ['DeleteBooking', { jobId: { $ne: null } }, 'jobId'],
  ] as const
  const { status, results } = await send({ commands: cases.map(([type, data]) => command(type, data)) })
  expect(status).toBe(200)
  for (const [index, [type, data, field]] of cases.entries()) {
    expect([type, data, results[index].status]).toEqual([type, data, 'refused'])
    expect(results[index].field).toBe(field)
  }
  const answer = await server.call(`${pathTo(paths.job, { jobId })}?version=99`, { token: olga.token })
  expect((await answer.json()).job.version).toBe(1)
})

test('a job cannot take the id of a person or of the company', async () => {
  const job = { apartmentName: 'Elm Row', createdAt: '2026-11-20', tasks: [] }
  const ids = [olga.user.userId, olga.user.companyId]
  const { results } = await send({ commands: ids.map((jobId) => command('CreateJob', { ...job, jobId })) })
  for (const one of results) expect(one).toMatchObject({ status: 'refused', code: 'id-taken' })
})

test('an id in capitals is the same id', async () => {
  const again = command('AddTask', { jobId: jobId.toUpperCase(), taskId: taskId.toUpperCase(), description: 'Tap' })
  const { results } = await send({ commands: [again] })
  expect(results).toMatchObject([{ commandId: again.commandId, status: 'refused', code: 'task-exists' }])
})

/** Commands come in batches of about fifty. */
const batches = Math.ceil(lengthOf('FETTLE_HOSTILE', 500) / 50)

test('a command with any data at all gets a response, and never an internal error', {
  timeout: 300_000 + batches * 2_000,
}, async ({ task }) => {
  let sent = 0
  const known = () =>
    fc.constantFrom(jobId, taskId, olga.user.userId, '2026-11-20', 'completed', 5, '2026-11-20T09:00:00Z')
  const keys = [
    'jobId',
    'taskId',
    'noteId',
    'note',
    'from',
    'price',
    'tasks',
    'warning',
    'userId',
    'userRole',
    '__proto__',
  ]
  const data = fc.dictionary(fc.constantFrom(...keys), fc.oneof(known(), fc.jsonValue({ maxDepth: 2 })))
  const type = fc.oneof(fc.constantFrom(...Object.keys(commands)), fc.string())
  const batch = fc.array(
    fc.record({ type, data: fc.oneof({ weight: 5, arbitrary: data }, { weight: 1, arbitrary: fc.jsonValue() }) }),
    {
      minLength: 40,
      maxLength: 60,
    },
  )
  await fc.assert(
    fc.asyncProperty(batch, async (all) => {
      const { status, results } = await send({ commands: all.map((one) => command(one.type, one.data)) })
      expect(status).toBe(200)
      expect(results).toHaveLength(all.length)
      sent += all.length
      for (const one of results) if (one.status === 'refused') expect(one).toMatchObject({ code: expect.any(String) })
    }),
    { numRuns: batches, seed: seedOf(task) },
  )
  task.meta.extent = `${count(sent, 'command')} of any content`
})

test('an invalid job id is named; a nonsensical calendar period and version are refused', async () => {
  const get = async (path: string) => {
    const answer = await server.call(path, { token: olga.token })
    return { status: answer.status, ...(await answer.json()) }
  }
  for (const id of ['1', '00012', `${jobId}x`, "'; drop table event", '%00', '..%2f..', 'null'])
    for (const path of [`/api/jobs/${encodeURIComponent(id)}`, `/api/jobs/${encodeURIComponent(id)}/history`])
      expect(await get(path)).toMatchObject({ status: 400, error: 'Invalid job reference.' })
  expect(await get(`/api/jobs/${uuid()}`)).toMatchObject({ status: 404, error: 'Job not found.' })
  expect(await get(`/api/jobs/${jobId}?version=0`)).toMatchObject({ status: 404, error: 'Job not found.' })
  expect((await get(`/api/jobs/${jobId.toUpperCase()}?after=1`)).job.jobId).toBe(jobId)
  const calendar = (from: string, to: string) => get(`/api/calendar?from=${from}&to=${to}`)
  expect(await calendar('2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z')).toMatchObject({ status: 400, field: 'to' })
  expect(await calendar('2026-11-21T00:00:00Z', '2026-11-20T00:00:00Z')).toMatchObject({ status: 400, field: 'to' })
  expect(await calendar('2020-01-01T00:00:00Z', '2026-11-20T00:00:00Z')).toMatchObject({ status: 400, field: 'to' })
  expect(await calendar('0000-01-01T00:00:00Z', '0000-02-01T00:00:00Z')).toMatchObject({ status: 400, field: 'from' })
  expect(await calendar('today', '2026-11-20T00:00:00Z')).toMatchObject({ status: 400, field: 'from' })
  expect(await get('/api/lists/passwords')).toMatchObject({ status: 404 })
  expect(await get(`/api/jobs/${jobId}?version=-1`)).toMatchObject({ status: 400, field: 'version' })
  expect(await get(`/api/jobs/${jobId}?after=soon`)).toMatchObject({ status: 400, field: 'after' })
})
