import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandType, events } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { projections } from '#core/projections/projections.ts'
import { createCheckpoints } from '#projector/rows/checkpoints.ts'
import { withExtreme } from '#test/core/extreme-values.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { type Step, steps } from '#test/core/random-commands.ts'
import {
  allLiveRows,
  foldedOneByOne,
  historyOf,
  openTestLedger,
  randomHistories,
  sampleHistory,
} from '#test/histories/stored-history.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, seedOf } from '#test/reliability/extent.ts'
import { project } from './project.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

/** The rows of a new company with this history, once they are stored. */
async function stored(history: ReturnType<typeof historyOf>) {
  const companyId = history[0]?.companyId ?? ''
  await ledger.store(history)
  await createCheckpoints(ledger.pool, projections, companyId)
  const parked = []
  for (let batch = await project(ledger.pool, companyId); ; batch = await project(ledger.pool, companyId)) {
    parked.push(...batch.parked)
    if (!batch.more && batch.events === 0) return { parked, rows: await allLiveRows(ledger.pool, companyId) }
  }
}

/** Where each command of a history has an extreme value, and which. */
const places = fc.array(fc.tuple(fc.nat(30), fc.nat(10_000)), { minLength: 120, maxLength: 120 })

/** A history in which each command has an extreme value, unless that is refused; and the types of those that have. */
function withExtremes(plain: readonly Step[], extremes: readonly (readonly [number, number])[]) {
  const accepted = new Set<CommandType>()
  const taken: Step[] = []
  const trial = memoryLedger()
  for (const [nth, { command, who }] of plain.entries()) {
    const [place = 0, pick = 0] = extremes[nth] ?? []
    const extreme = withExtreme(command, place, pick)
    const decided = extreme && trial.handle(extreme, who)
    if (extreme && decided && !isRefusal(decided)) {
      accepted.add(extreme.type)
      taken.push({ command: extreme, who })
      for (const { type, data } of decided) events[type].parse(data)
    } else {
      trial.handle(command, who)
      taken.push({ command, who })
    }
  }
  return { history: historyOf(taken), accepted }
}

test('the histories have extreme values in commands of each kind', () => {
  const sample = fc.sample(fc.tuple(steps, places), { seed: 20261122, numRuns: 120 })
  const accepted = new Set(sample.flatMap(([plain, extremes]) => [...withExtremes(plain, extremes).accepted]))
  for (const type of ['CreateJob', 'ScheduleJob', 'AddNote', 'AddTask', 'AddPart', 'AddTodo'] as const)
    expect(accepted, `${type} with an extreme value`).toContain(type)
})

test('every value that a command accepts can be appended, folded and stored in every read model', {
  timeout: 300_000 + randomHistories * 1_000,
}, async ({ task }) => {
  let folded = 0
  await fc.assert(
    fc.asyncProperty(steps, places, async (plain, extremes) => {
      const { history } = withExtremes(plain, extremes)
      folded += history.length
      const { parked, rows } = await stored(history)
      expect(parked).toEqual([])
      expect(rows).toEqual(foldedOneByOne(history))
    }),
    { numRuns: Math.ceil(randomHistories / 2), seed: seedOf(task) },
  )
  task.meta.extent = `${count(folded, 'event')} with extreme values`
})

test('a value that no command accepts is found to stop a read model', async ({ task }) => {
  const [first, ...rest] = sampleHistory(7, 20)
  if (!first) throw new Error('The history is empty')
  const history = [first, ...rest].map((one) =>
    one.type === 'JobCreated' ? { ...one, data: { ...one.data, createdAt: '9'.repeat(20) } } : one,
  )
  const { parked } = await stored(history)
  const found = parked.map(({ projection, seq }) => `${projection} is parked at ${seq}`)
  expectFound(task, 'a command that accepts a date without a calendar', found)
})

test('a visit that was booked for the last moment of the year 9999, before there was a rule, is in the rows', async () => {
  const jobId = randomUUID()
  const jobEnd = '9999-12-31T23:59:59.9999Z'
  const [created] = historyOf(fc.sample(steps, { seed: 1, numRuns: 1 })[0] ?? []).filter(
    (one) => one.type === 'JobCreated',
  )
  if (!created) throw new Error('A history begins with a job')
  const job = { ...created, seq: 1, version: 1, streamId: jobId }
  const booking = {
    jobBookingId: randomUUID(),
    jobStart: '2026-11-20T09:00:00.0001Z',
    jobEnd,
    access: '',
    assignedTo: [],
  }
  const booked = { ...job, seq: 2, version: 2, type: 'JobScheduled', data: booking, commandId: randomUUID() } as const
  const { number: _, ...scheduled } = booked
  const { parked, rows } = await stored([job, scheduled])
  expect(parked).toEqual([])
  expect(rows['job-rows']?.get(jobId)).toMatchObject({ jobEnd: '9999-12-31T23:59:59.999Z' })
})
