import { parse } from 'csv-parse/sync'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendOf, appendOrConflict, decideAppend, serverStamp } from '#api/commands/decide-and-append.ts'
import { doWhatIsDue } from '#api/due-work/due-work.ts'
import { missedDeadlines } from '#api/due-work/missed-deadlines.ts'
import { addMonths } from '#core/recurring/anniversary.ts'
import type { RecurringForm } from '#core/recurring/messages.ts'
import { addDays, instantAt } from '#core/time/wall-clock.ts'
import type { JobsAnswer } from '#core/wire/jobs/jobs.ts'
import type { DatesAnswer, OneRecurringAnswer, RecurringAnswer } from '#core/wire/jobs/recurring.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readStream } from '#ledger/log/read.ts'
import { accepted, command, createJob, jobNow, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { makeRecurringJobs } from '#test/server/recurring/recurring-jobs.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team', 'tom.okafor')
})
afterAll(() => server.close())

const today = new Date().toISOString().slice(0, 10)
const at = (day: string, time = '12:00') => new Date(instantAt({ day, time }, 'Europe/London') ?? '')
const in20 = addDays(today, 20)
const weekday = (['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const)[new Date(`${in20}T00:00:00Z`).getUTCDay()] ?? 'MO'
const gutters = (siteId: string): RecurringForm => ({
  title: 'Gutter clearing',
  siteId,
  rule: { repeats: 'weekly', every: 1, on: [weekday], first: in20 },
  holidays: 'keep the date',
  leadDays: 14,
  tasks: [{ description: 'Clear gutters', price: 16_000 }, { description: 'Photos of each side' }],
})

const look = (now: Date, times?: number) => makeRecurringJobs(server, now, times)

const addSite = async (who = olga, name = 'Ashdown House') => {
  const siteId = uuid()
  await accepted(server, who, 'AddSite', { siteId, name })
  return siteId
}

/** The jobs of a company after everything that was appended, newest first. */
async function jobs({ token, user }: SignedInTest) {
  const { seq } = await accepted(server, { token, user } as SignedInTest, 'AddTodo', {
    userId: user.userId,
    todoId: uuid(),
    text: 'Wait',
  })
  // Rows of recurring work may be written after those of jobs: what is due is found in both.
  await server.call(`${paths.recurringWork}?after=${seq}`, { token })
  const path = `${paths.jobs}?sort=jobRef&direction=desc&after=${seq}`
  const answer: JobsAnswer = await (await server.call(path, { token })).json()
  return answer.jobs
}

test('a job is made once, its lead time ahead, from the newest template and with its visit', async () => {
  const siteId = await addSite()
  const recurringId = uuid()
  const visit = { start: '09:00', minutes: 180, assignedTo: [tom.user.userId] }
  await accepted(server, olga, 'SetUpRecurringWork', { recurringId, ...gutters(siteId), visit })
  await look(at(addDays(in20, -15), '23:50'))
  expect(await jobs(olga)).toEqual([])

  await look(at(addDays(in20, -14), '00:01'), 4)
  const [made, ...others] = await jobs(olga)
  expect(others).toEqual([])
  const job = await jobNow(server, olga, made?.jobId ?? '')
  expect(job).toMatchObject({
    apartmentName: 'Ashdown House',
    apartmentId: siteId,
    jobStatus: 'booked',
    jobStart: at(in20, '09:00').toISOString(),
    assignedTo: [tom.user.userId],
    jobDescriptions: [{ description: 'Clear gutters' }, { description: 'Photos of each side' }],
    office: { createdBy: '', recurring: { recurringId, date: in20, title: 'Gutter clearing' } },
  })
  expect(Object.values(job.office?.prices ?? {})).toEqual([16_000])
  const forTeam = await jobNow(server, tom, job.jobId)
  expect(JSON.stringify(forTeam)).not.toContain(recurringId)

  const csv = await (await server.call(paths.exportRecurring, { token: olga.token })).text()
  const [row]: Record<string, string>[] = parse(csv, { bom: true, columns: true })
  expect(row).toMatchObject({
    ...{ Work: 'Gutter clearing', Site: 'Ashdown House', State: 'On', 'Assigned To': 'tom.okafor', Total: '160.00' },
    ...{ 'Job Made': `${in20} (${job.jobRef})`, 'Next Date': addDays(in20, 7), 'Next Date 5': addDays(in20, 35) },
    ...{ Visit: '09:00, 3 hours', Tasks: 'Clear gutters; Photos of each side', Skipped: '', 'Last Done': '' },
  })

  const path = pathTo(paths.oneRecurringWork, { recurringId })
  const { work }: OneRecurringAnswer = await (await server.call(path, { token: olga.token })).json()
  expect(work).toMatchObject({ site: 'Ashdown House', madeAhead: [{ jobId: job.jobId, jobRef: job.jobRef }] })
  expect(work.dates.map((one) => one.on)).toEqual([1, 2, 3, 4, 5].map((weeks) => addDays(in20, 7 * weeks)))

  const move = (to: string) => command('MoveRecurringDate', { recurringId, date: addDays(in20, 7), to })
  const moves = [addDays(today, -1), addDays(in20, 14), addDays(in20, 9)].map(move)
  const outcomes = await sendCommands(server, olga, ...moves)
  expect(outcomes.map((one) => one.code)).toEqual(['date-moved-to-past', 'date-moved-too-far', undefined])
  const seq = outcomes.at(-1)?.seq
  const { work: after }: OneRecurringAnswer = await (
    await server.call(`${path}?after=${seq}`, { token: olga.token })
  ).json()
  expect(after.dates[0]).toMatchObject({ date: addDays(in20, 7), on: addDays(in20, 9), movedTo: addDays(in20, 9) })
  await accepted(server, olga, 'RestoreRecurringDate', { recurringId, date: addDays(in20, 7) })

  const dearer = { ...gutters(siteId), tasks: [{ description: 'Clear gutters and valleys', price: 18_000 }] }
  await accepted(server, olga, 'ChangeRecurringWork', { recurringId, ...dearer, from: 1 })
  await look(at(addDays(in20, -7), '00:01'), 3)
  const [second, first] = await jobs(olga)
  expect([first?.jobId, await jobs(olga)]).toMatchObject([job.jobId, { length: 2 }])
  expect(await jobNow(server, olga, second?.jobId ?? '')).toMatchObject({
    jobStatus: 'pending',
    jobDescriptions: [{ description: 'Clear gutters and valleys' }],
  })
  expect((await jobNow(server, olga, job.jobId)).jobDescriptions).toHaveLength(2)
})

test('a visit that clashes is left to the office, and its job is made all the same', async () => {
  const siteId = await addSite(olga, 'Clough Row')
  const recurringId = uuid()
  const visit = { start: '09:00', minutes: 180, assignedTo: [tom.user.userId] }
  const tasks = [{ description: 'Test alarms' }]
  const day = addDays(in20, 1)
  const { jobId } = await createJob(server, olga)
  const booking = { jobStart: at(day, '10:00').toISOString(), jobEnd: at(day, '11:00').toISOString(), access: '' }
  const assignedTo = [tom.user.userId]
  await accepted(server, olga, 'ScheduleJob', { jobId, jobBookingId: uuid(), ...booking, assignedTo })
  const on = [{ month: Number(day.slice(5, 7)), day: Number(day.slice(8)) }]
  const rule = { repeats: 'yearly', every: 1, on, first: day }
  await accepted(server, olga, 'SetUpRecurringWork', { ...gutters(siteId), recurringId, rule, visit, tasks })
  await jobs(olga)
  await look(at(addDays(day, -14)))
  const made = (await jobs(olga)).filter((one) => one.apartmentName === 'Clough Row')
  expect(made).toMatchObject([{ jobStatus: 'pending' }])
  expect((await jobNow(server, olga, made[0]?.jobId ?? '')).jobStart).toBeUndefined()
})

test('a skipped date, a paused rule, a passed day and an ended plan make no job, and hold up no other company', async () => {
  const dora = await server.registerCompany()
  const siteId = await addSite(dora, 'Calder Point')
  const [skipping, pausing] = [uuid(), uuid()]
  await accepted(server, dora, 'SetUpRecurringWork', { recurringId: skipping, ...gutters(siteId), leadDays: 0 })
  await accepted(server, dora, 'SetUpRecurringWork', { recurringId: pausing, ...gutters(siteId) })
  await accepted(server, dora, 'SkipRecurringDate', { recurringId: skipping, date: in20 })
  await accepted(server, dora, 'PauseRecurringWork', { recurringId: pausing })
  const [notOfRule, unknown] = await sendCommands(
    server,
    dora,
    command('SkipRecurringDate', { recurringId: skipping, date: addDays(in20, 1) }),
    command('RecordRecurringJob', { recurringId: skipping, date: in20, jobId: uuid() }),
  )
  expect([notOfRule?.code, unknown?.status]).toEqual(['date-not-of-rule', 'refused'])
  expect(await jobs(dora)).toEqual([])
  await look(at(in20))
  expect(await jobs(dora)).toEqual([])

  // The trial has ended by the next date, and both dates are over when it is looked again.
  const setbacks = server.services.setbacks['recurring-work']
  await look(at(addDays(in20, 7)))
  expect(await jobs(dora)).toEqual([])
  expect(setbacks.of(dora.user.companyId)).toMatchObject({ failures: 1 })
  setbacks.succeeded(dora.user.companyId)
  await look(at(addDays(in20, 15)))
  expect(await jobs(dora)).toEqual([])
  expect(setbacks.of(dora.user.companyId)).toBeUndefined()
  await accepted(server, dora, 'ResumeRecurringWork', { recurringId: pausing })
  // The rows are read by then.
  expect(await jobs(dora)).toEqual([])
  await look(at(addDays(in20, -14)))
  const [made, ...others] = await jobs(dora)
  expect([made?.apartmentName, others]).toEqual(['Calder Point', []])
})

test('a check that is done in time keeps its anniversary, and the office reads when it was done', async () => {
  const cora = await server.registerCompany()
  const siteId = await addSite(cora, 'Kirkgate')
  const recurringId = uuid()
  const on = [{ month: Number(in20.slice(5, 7)), day: Number(in20.slice(8)) }]
  const check = { ...gutters(siteId), rule: { repeats: 'yearly', every: 1, on, first: in20 }, check: 'gas safety' }
  await accepted(server, cora, 'SetUpRecurringWork', { recurringId, ...check, tasks: [{ description: 'Test boiler' }] })
  await jobs(cora)
  await look(at(addDays(in20, -14)))
  const [made] = await jobs(cora)
  const job = await jobNow(server, cora, made?.jobId ?? '')
  const taskId = job.jobDescriptions[0]?.taskId
  await accepted(server, cora, 'CycleTask', { jobId: job.jobId, taskId, from: 'not completed' })
  await jobs(cora)
  await look(new Date(), 2)
  await jobs(cora)
  const query = `${paths.recurringWork}?siteId=${siteId}`
  const { work }: RecurringAnswer = await (await server.call(query, { token: cora.token })).json()
  // Done at once, so in the two months before: the anniversary stays.
  expect(work).toMatchObject([{ done: { date: in20, doneOn: today }, dates: [{}, {}, {}, {}, {}] }])
  expect(work[0]?.lastDone?.slice(0, 10)).toBe(today)
  expect(work[0]?.rule).toMatchObject({ on, first: addMonths(in20, 12) })
  const rule = JSON.stringify({ rule: check.rule, holidays: 'keep the date', leadDays: 14 })
  const asked = `${paths.recurringDates}?rule=${encodeURIComponent(rule)}`
  const { dates }: DatesAnswer = await (await server.call(asked, { token: cora.token })).json()
  expect(dates[0]).toMatchObject({ date: in20, on: in20, makeAt: at(addDays(in20, -14), '00:00').toISOString() })
  expect((await server.call(`${paths.recurringDates}?rule={`, { token: cora.token })).status).toBe(400)
  const one = pathTo(paths.oneRecurringWork, { recurringId })
  for (const path of [query, asked, one, paths.exportRecurring])
    expect((await server.call(path, { token: tom.token })).status).toBe(403)
  expect((await server.call(one, { token: olga.token })).status).toBe(404)
})

/** No command gives a rule without a site: its event is put into the log as it is. */
async function addRuleThatFails(companyId: string) {
  const [recurringId, form] = [uuid(), gutters(uuid())]
  const makeAt = at(addDays(in20, -15)).toISOString()
  const data = { ...form, called: 'Nowhere', next: { date: in20, on: in20, makeAt } }
  const setUp = { type: 'SetUpRecurringWork', data: { recurringId, ...form } } as const
  const decided = { events: [{ type: 'RecurringWorkSetUp' as const, data }], expectedVersion: 0 }
  const append = appendOf({ companyId, role: 'system' }, setUp, decided, serverStamp())
  await appendOrConflict(server.services.ledgerPool, append)
}

test('a rule that fails holds up no other rule, no other company and none of the other work that falls due', async () => {
  const [fay, gus] = [await server.registerCompany(), await server.registerCompany()]
  const { companyId } = fay.user
  const { ledgerPool, setbacks } = server.services
  await addRuleThatFails(companyId)
  for (const [who, name] of [[fay, 'Fell View'] as const, [gus, 'Gable End'] as const])
    await accepted(server, who, 'SetUpRecurringWork', { recurringId: uuid(), ...gutters(await addSite(who, name)) })
  const { jobId } = await createJob(server, fay)
  const hazard = { hazard: 'electrical', severity: 'emergency', law: 'england-social', reportedBy: 'Joan Pickles' }
  const report = { reportedHow: 'phone', words: 'Exposed wiring', awareAt: at(addDays(today, -3)).toISOString() }
  await accepted(server, fay, 'RecordHazard', { jobId, dutyId: uuid(), ...hazard, ...report })
  await Promise.all([jobs(fay), jobs(gus)])

  await look(at(addDays(in20, -14)))
  expect((await jobs(gus)).map((one) => one.apartmentName)).toEqual(['Gable End'])
  expect((await jobs(fay)).map((one) => one.apartmentName)).toContain('Fell View')
  expect(setbacks['recurring-work'].of(companyId)).toMatchObject({ failures: 1 })
  expect(setbacks['recurring-work'].of(gus.user.companyId)).toBeUndefined()
  const missed = missedDeadlines(server.services)
  await doWhatIsDue(missed, server.services, new AbortController().signal)
  const events = await readStream(ledgerPool, companyId, jobId)
  expect(events.map((one) => one.type)).toContain('DeadlineMissed')
  expect(setbacks['missed-deadlines'].of(companyId)).toBeUndefined()
})

test('as many rules that always fail as are looked at in one go do not keep the rest of their company out', async () => {
  const ivy = await server.registerCompany()
  const { companyId } = ivy.user
  const setbacks = server.services.setbacks['recurring-work']
  for (let nth = 0; nth < 20; nth += 1) await addRuleThatFails(companyId)
  const siteId = await addSite(ivy, 'Ings Lane')
  await accepted(server, ivy, 'SetUpRecurringWork', { recurringId: uuid(), ...gutters(siteId) })
  await jobs(ivy)

  let made: JobsAnswer['jobs'] = []
  for (let minute = 1; made.length === 0 && minute < 20; minute += 1) {
    setbacks.succeeded(companyId)
    await look(at(addDays(in20, -14), `12:${String(minute).padStart(2, '0')}`))
    made = await jobs(ivy)
  }
  expect(made.map((one) => one.apartmentName)).toEqual(['Ings Lane'])
})

test('a check that is done late moves its anniversary to a year after that day', async () => {
  // Last, as the trials of the other companies have ended by then.
  const lena = await server.registerCompany()
  const { companyId, userId } = lena.user
  const siteId = await addSite(lena, 'Millgate')
  const recurringId = uuid()
  const on = [{ month: Number(in20.slice(5, 7)), day: Number(in20.slice(8)) }]
  const check = { ...gutters(siteId), rule: { repeats: 'yearly', every: 1, on, first: in20 }, check: 'gas safety' }
  await accepted(server, lena, 'SetUpRecurringWork', { recurringId, ...check })
  await jobs(lena)
  await look(at(addDays(in20, -14)))
  const [made] = await jobs(lena)
  const jobId = made?.jobId ?? ''
  const late = addDays(in20, 3)
  const { jobDescriptions } = await jobNow(server, lena, jobId)
  for (const { taskId } of jobDescriptions) {
    const tick = { type: 'CycleTask', data: { jobId, taskId, from: 'not completed' } } as const
    const history = await readStream(server.services.ledgerPool, companyId, jobId)
    const decided = decideAppend({ companyId, userId, role: 'owner' }, tick, { history }, serverStamp(at(late)))
    if ('refused' in decided) throw new Error(decided.error)
    await appendOrConflict(server.services.ledgerPool, decided)
  }
  await jobs(lena)
  await look(at(late, '13:00'), 2)
  await jobs(lena)
  const path = pathTo(paths.oneRecurringWork, { recurringId })
  const { work }: OneRecurringAnswer = await (await server.call(path, { token: lena.token })).json()
  const due = addMonths(late, 12)
  expect(work).toMatchObject({ done: { date: in20, doneOn: late }, rule: { first: due } })
  expect(work.dates[0]).toMatchObject({ date: due, on: due })
})
