import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendOrConflict, decideAppend, serverStamp } from '#api/commands/decide-and-append.ts'
import { readDecisionFacts } from '#api/commands/decision-facts.ts'
import type { Command } from '#core/ledger/ledger.ts'
import { addMonths } from '#core/recurring/anniversary.ts'
import type { RecurringForm } from '#core/recurring/messages.ts'
import { addDays, instantAt } from '#core/time/wall-clock.ts'
import type { OneRecurringAnswer } from '#core/wire/jobs/recurring.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readStream } from '#ledger/log/read.ts'
import { accepted, jobNow } from '#test/server/commands.ts'
import { makeRecurringJobs } from '#test/server/recurring/recurring-jobs.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { untilProjected } from '#test/server/until-projected.ts'
import { recurringWork } from './recurring-work.ts'

let server: TestServer
let olga: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
})
afterAll(() => server.close())

const today = new Date().toISOString().slice(0, 10)
const due = addDays(today, 20)
const at = (day: string, time = '12:00') => new Date(instantAt({ day, time }, 'Europe/London') ?? '')

/** Sets up a yearly check. */
async function setUpCheck(who: SignedInTest, due: string, leadDays: number): Promise<string> {
  const [siteId, recurringId] = [uuid(), uuid()]
  await accepted(server, who, 'AddSite', { siteId, name: `${due} Millgate` })
  const check: RecurringForm = {
    title: 'Gas safety check',
    siteId,
    rule: {
      repeats: 'yearly',
      every: 1,
      on: [{ month: Number(due.slice(5, 7)), day: Number(due.slice(8)) }],
      first: due,
    },
    holidays: 'keep the date',
    leadDays,
    tasks: [{ description: 'Landlord gas safety record' }],
    visit: { start: '09:00', minutes: 60, assignedTo: [who.user.userId] },
    check: 'gas safety',
  }
  await accepted(server, who, 'SetUpRecurringWork', { recurringId, ...check })
  return recurringId
}

/** Sets up a check that is due in 20 days, and makes its job. */
async function makeCheck(): Promise<{ recurringId: string; jobId: string }> {
  const recurringId = await setUpCheck(olga, due, 14)
  await makeRecurringJobs(server, at(addDays(due, -14)))
  await untilProjected(server)
  const { made } = await workNow(recurringId)
  return { recurringId, jobId: made[0]?.jobId ?? expect.fail('a job is made') }
}

async function workNow(recurringId: string, who = olga): Promise<OneRecurringAnswer['work']> {
  const path = pathTo(paths.oneRecurringWork, { recurringId })
  const { work }: OneRecurringAnswer = await (await server.call(path, { token: who.token })).json()
  return work
}

/** Does something at the job at another time than now. */
async function doAt(now: Date, command: Command & { data: { jobId: string } }) {
  const { companyId, userId } = olga.user
  const history = await readStream(server.services.ledgerPool, companyId, command.data.jobId)
  const decided = decideAppend({ companyId, userId, role: 'owner' }, command, { history }, serverStamp(now))
  if ('refused' in decided) throw new Error(decided.error)
  await appendOrConflict(server.services.ledgerPool, decided)
}

async function complete(now: Date, jobId: string) {
  await untilProjected(server)
  const { jobDescriptions } = await jobNow(server, olga, jobId)
  for (const { taskId, status } of jobDescriptions)
    if (status === 'not completed') await doAt(now, { type: 'CycleTask', data: { jobId, taskId, from: status } })
}

/** What the recurring work says once the server has looked, in several processes; nothing is left to record then. */
async function recordedAt(now: Date, recurringId: string) {
  await makeRecurringJobs(server, now, 3)
  await untilProjected(server)
  expect(await recurringWork(server.services).companiesDue(now.toISOString(), [])).toEqual([])
  return workNow(recurringId)
}

test('the job of a check whose date passed while the server was off or the plan had ended is made as soon as it can be, once', async () => {
  const cora = await server.registerCompany()
  const { companyId } = cora.user
  const soon = addDays(today, 2)
  const [off, ended] = [await setUpCheck(cora, soon, 0), await setUpCheck(cora, due, 0)]
  await makeRecurringJobs(server, at(addDays(soon, 3)), 3)
  await untilProjected(server)
  const [made, ...others] = (await workNow(off, cora)).made
  expect([made?.date, others]).toEqual([soon, []])
  const job = await jobNow(server, cora, made?.jobId ?? '')
  expect(job).toMatchObject({ jobStatus: 'pending', office: { recurring: { date: soon } } })
  expect(job.jobStart).toBeUndefined()

  // The trial has ended by then, so that its job waits until there is a plan again.
  const setbacks = server.services.setbacks['recurring-work']
  await makeRecurringJobs(server, at(addDays(due, 5)))
  await untilProjected(server)
  expect(setbacks.of(companyId)).toMatchObject({ failures: 1 })
  expect((await workNow(ended, cora)).made).toEqual([])
  setbacks.succeeded(companyId)
  const paidUntil = at(addDays(due, 400)).toISOString()
  const bought = { subscriptionId: 'sub_1', startedAt: new Date().toISOString(), businessTier: 3, paidUntil } as const
  const plan = { type: 'RecordPlan', data: { companyId, ...bought, standing: 'active', cause: 'evt_1' } } as const
  const history = await readStream(server.services.ledgerPool, companyId, companyId)
  const decided = decideAppend({ companyId, role: 'system' }, plan, { history })
  if ('refused' in decided) throw new Error(decided.error)
  await appendOrConflict(server.services.ledgerPool, decided)
  await makeRecurringJobs(server, at(addDays(due, 6)))
  await untilProjected(server)
  const { made: late, next } = await workNow(ended, cora)
  expect([late.map((one) => one.date), next?.date]).toEqual([[due], addMonths(due, 12)])
})

test('an overdue check that is edited before its job is made is still made', async () => {
  const cora = await server.registerCompany()
  const soon = addDays(today, 2)
  const recurringId = await setUpCheck(cora, soon, 0)
  await untilProjected(server)
  const late = at(addDays(soon, 3))
  const { companyId, userId } = cora.user
  const pool = server.services.ledgerPool
  const history = await readStream(pool, companyId, recurringId)
  const { title, siteId, rule, holidays, leadDays, visit, check } = await workNow(recurringId, cora)
  const tasks = [{ description: 'Landlord gas safety record', price: 90_00 }]
  const form = { title, siteId, rule, holidays, leadDays, visit, check, tasks }
  const change: Command = { type: 'ChangeRecurringWork', data: { recurringId, ...form, from: 1 } }
  const basis = await readDecisionFacts(pool, companyId, change, late)
  const decided = decideAppend({ companyId, userId, role: 'owner' }, change, { history, ...basis }, serverStamp(late))
  if ('refused' in decided) throw new Error(decided.error)
  await appendOrConflict(pool, decided)

  await makeRecurringJobs(server, late, 3)
  await untilProjected(server)
  const { made, next } = await workNow(recurringId, cora)
  expect([made.map((one) => one.date), next?.date]).toEqual([[soon], addMonths(soon, 12)])
  const { office } = await jobNow(server, cora, made[0]?.jobId ?? '')
  expect(Object.values(office?.prices ?? {})).toEqual([90_00])
})

test('a check that is ticked days later was done when somebody was there, by the time that they correct; what is added later moves nothing', async () => {
  const { recurringId, jobId } = await makeCheck()
  const { jobBookingId = '' } = await jobNow(server, olga, jobId)
  const arrivalId = uuid()
  const [before, ticked] = [addDays(due, -1), addDays(due, 3)]
  await doAt(at(before, '09:05'), { type: 'ArriveOnSite', data: { jobId, arrivalId, jobBookingId } })
  await complete(at(ticked), jobId)
  const inTime = { done: { date: due, doneOn: before }, rule: { first: addMonths(due, 12) } }
  expect(await recordedAt(at(ticked, '12:01'), recurringId)).toMatchObject({
    ...inTime,
    lastDone: at(before, '09:05').toISOString(),
  })

  const late = addDays(due, 2)
  const correct = (arrivedAt: Date) =>
    ({
      type: 'ChangeTimeOnSite',
      data: { jobId, arrivalId, arrivedAt: arrivedAt.toISOString(), reason: 'Diary' },
    }) as const
  await doAt(at(ticked, '13:00'), correct(at(late, '10:00')))
  expect(await recordedAt(at(ticked, '13:01'), recurringId)).toMatchObject({
    done: { date: due, doneOn: late },
    rule: { first: addMonths(late, 12) },
  })
  // Back to a time that was recorded before.
  await doAt(at(ticked, '14:00'), correct(at(before, '09:05')))
  expect(await recordedAt(at(ticked, '14:01'), recurringId)).toMatchObject(inTime)

  const more = addDays(due, 40)
  await doAt(at(more), { type: 'AddTask', data: { jobId, taskId: uuid(), description: 'Replace the flue' } })
  await complete(at(more, '13:00'), jobId)
  expect((await jobNow(server, olga, jobId)).jobStatus).toBe('completed')
  expect(await recordedAt(at(more, '14:00'), recurringId)).toMatchObject(inTime)
})
