import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { createCompanyQueue } from '#api/http/company-queue.ts'
import type { TaskStatus } from '#core/job/values.ts'
import { staysRefused } from '#core/ledger/attempts.ts'
import type { Command } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { companyId, dana, idOf, jobId, now } from '#test/core/given-when-then.ts'
import { sequences, sequencesTimeout } from '#test/core/random-sequences.ts'
import { type Random, randomOf, uuidOf } from '#test/simulation/clock/random.ts'
import { type CompanyLog, type LogFault, memoryLog } from '#test/simulation/server/memory-log.ts'
import { decideAppend, requestOf } from './decide-and-append.ts'
import { type CommandHandling, type Envelope, executeCommand, handleCommand } from './handle-command.ts'

vi.setConfig({ testTimeout: sequencesTimeout })
const taskId = idOf('c', 1)
const actor = { companyId, ...dana }

/** Two processes on one log whose answers take as many turns as the seed says. */
function twoProcesses(random: Random, fault?: LogFault) {
  const sleep = async (turns: number) => {
    for (let nth = 0; nth < turns; nth += 1) await nextTurn()
  }
  const log: CompanyLog = memoryLog({ now: () => 0, sleep }, random, fault)
  const process = (): CommandHandling => ({
    log,
    now: () => new Date(now),
    bell: { ring: () => undefined },
    companyQueue: createCompanyQueue(),
  })
  const processes = [process(), process()] as const
  const given = (command: Command) =>
    executeCommand(processes[0], { commandId: uuidOf(random), happenedAt: now }, command, actor)
  const change = (from: TaskStatus, status: TaskStatus) =>
    given({ type: 'SetTaskStatus', data: { jobId, taskId, status, from } })
  const complete = () => change('not completed', 'completed')
  return {
    log,
    processes,
    /** A job whose only task is completed: it cannot be marked ready. */
    async prepare() {
      const tasks = [{ taskId, description: 'Mend the tap' }]
      await given({ type: 'RegisterCompany', data: { companyId, name: 'Harrow & Pike' } })
      await given({
        type: 'CreateJob',
        data: { jobId, apartmentName: '1 High Street', createdAt: '2026-11-20', tasks },
      })
      await complete()
    },
    /** From now on the task can be marked ready. */
    reopen: () => change('completed', 'not completed'),
    complete,
    send: (one: Envelope, nth = 0) => handleCommand(processes[nth] ?? processes[0], one, actor),
    effects: () => log.events().filter(({ commandId }) => commandId === markReady().commandId).length,
  }
}

const markReady = (over: Partial<Envelope> = {}): Envelope => ({
  commandId: idOf('f', 1),
  happenedAt: now,
  type: 'SetTaskReady',
  data: { jobId, taskId, ready: true },
  ...over,
})

const aTask = { jobId, taskId: idOf('c', 2), description: 'Paint the door' }

let company: ReturnType<typeof twoProcesses>
beforeEach(async () => {
  company = twoProcesses(randomOf(1))
  await company.prepare()
})

test('a copy of a refused command that arrives late is refused, although it would be accepted now', async () => {
  expect(await company.send(markReady({ attempt: 1 }))).toMatchObject({ code: 'ready-needs-open-task' })
  await company.reopen()
  for (const process of [0, 1])
    expect(await company.send(markReady({ attempt: 1 }), process)).toMatchObject({
      status: 'refused',
      code: 'refused-before',
    })
  expect(company.effects()).toBe(0)
})

test('a person who asks again is answered anew, once, and no copy of an earlier attempt is told otherwise', async () => {
  await company.send(markReady({ attempt: 1 }))
  await company.reopen()
  const accepted = await company.send(markReady({ attempt: 2 }), 1)
  expect(accepted).toMatchObject({ status: 'accepted' })
  await company.complete()
  for (const attempt of [1, 2, 3]) expect(await company.send(markReady({ attempt }))).toEqual(accepted)
  expect(company.effects()).toBe(1)
})

test('a refusal of a later attempt holds for the earlier ones', async () => {
  await company.send(markReady({ attempt: 3 }))
  await company.send(markReady({ attempt: 1 }))
  await company.reopen()
  for (const attempt of [1, 2, 3])
    expect(await company.send(markReady({ attempt }))).toMatchObject({ code: 'refused-before' })
  expect(await company.send(markReady({ attempt: 4 }))).toMatchObject({ status: 'accepted' })
})

test('without the number of the attempt a command is decided anew each time, as pages of earlier releases expect', async () => {
  expect(await company.send(markReady())).toMatchObject({ code: 'ready-needs-open-task' })
  await company.reopen()
  expect(await company.send(markReady())).toMatchObject({ status: 'accepted' })
})

test('a command that this release cannot read stays refused too', async () => {
  expect(await company.send(markReady({ attempt: 1, data: { jobId } }))).toMatchObject({ code: 'invalid' })
  await company.reopen()
  expect(await company.send(markReady({ attempt: 1 }))).toMatchObject({ code: 'refused-before' })
})

test('a release that cannot read a command says how another has accepted it, and refuses what else comes under its id', async () => {
  await company.reopen()
  const { log } = company
  const ofNextRelease = markReady({ data: { jobId, taskId, ready: true, since: 'the next release' } })
  const readable: Command = { type: 'SetTaskReady', data: { jobId, taskId, ready: true } }
  const { commandId } = ofNextRelease
  const stamp = { commandId, happenedAt: now, clock: 'device' } as const
  const decision = decideAppend(actor, readable, { history: await log.history(companyId, jobId) }, stamp)
  if (isRefusal(decision)) throw new Error(decision.error)
  await log.append({ ...decision, request: requestOf(ofNextRelease, actor.userId) })
  const accepted = { commandId, status: 'accepted', seq: log.events().length, version: decision.expectedVersion + 1 }
  for (const attempt of [{ attempt: 1 }, {}])
    expect(await company.send({ ...ofNextRelease, ...attempt })).toEqual(accepted)
  const other = { ...ofNextRelease, data: { jobId, taskId, ready: false, since: 'the next release' } }
  expect(await company.send({ ...other, attempt: 1 })).toMatchObject({ status: 'refused', code: 'unknown-field' })
  expect(company.effects()).toBe(1)
})

test('what cannot even be digested is refused under an id that was accepted, too', async () => {
  const { commandId } = await company.send(markReady({ type: 'AddTask', data: aTask, attempt: 1 }))
  const deep = JSON.parse(`${'['.repeat(49_000)}${']'.repeat(49_000)}`)
  for (const data of [deep, Number.POSITIVE_INFINITY, '\ud800'])
    expect(await company.send(markReady({ data, attempt: 1 }))).toMatchObject({ commandId, code: 'invalid' })
})

test('an id that is in use for something else stays refused', async () => {
  const note = { type: 'DeletePart', data: { partId: jobId }, attempt: 1 }
  expect(await company.send(markReady(note))).toMatchObject({ code: 'id-taken' })
  await company.reopen()
  expect(await company.send(markReady({ attempt: 1 }))).toMatchObject({ code: 'refused-before' })
})

/** Sends copies to either process at random moments, while the task is opened and completed. Returns what is wrong. */
async function sentAtRandom(seed: number, fault?: LogFault): Promise<string[]> {
  const random = randomOf(seed)
  const { log, prepare, reopen, complete, send, effects } = twoProcesses(random.fork(), fault)
  await prepare()
  /** The last attempt whose refusal somebody was told. */
  let told = 0
  const faults: string[] = []
  const append = log.append
  log.append = async (one) => {
    const appended = await append(one)
    const isNew = appended.outcome === 'appended' && one.commandId === markReady().commandId
    if (isNew && staysRefused(one.attempt, told))
      faults.push(`Attempt ${one.attempt} was accepted, and ${told} refused`)
    return appended
  }
  const sendCopy = async (attempt: number) => {
    const { status } = await send(markReady({ attempt }), random.pick([0, 1]))
    if (status === 'refused') told = Math.max(told, attempt)
  }
  const underWay: Promise<unknown>[] = []
  for (let step = 0; step < 12; step += 1) {
    if (random.chance(0.5)) underWay.push(random.chance(0.5) ? reopen() : complete())
    underWay.push(sendCopy(random.between(Math.max(1, told - 1), told + 1)))
    if (random.chance(0.3)) await Promise.all(underWay.splice(0))
  }
  await Promise.all(underWay)
  return effects() > 1 ? [...faults, 'It had two effects'] : faults
}

test('of copies that arrive at any moment at two processes, none is accepted once its refusal was told', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      expect(await sentAtRandom(seed)).toEqual([])
    }),
    sequences,
  )
})

test('a log that forgets what it has refused would be found by these copies', async () => {
  const found: string[] = []
  for (let seed = 1; seed <= 50; seed += 1) found.push(...(await sentAtRandom(seed, 'forgets what it has refused')))
  expect(found.join()).toMatch(/was accepted, and \d+ refused/)
})
