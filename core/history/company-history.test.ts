import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { events, isPrivate, type StoredEvent } from '#core/ledger/ledger.ts'
import { by, dana, idOf, type Person, recorded } from '#test/core/given-when-then.ts'
import { booking, jobCreated, jobScheduled, jobWithTwoTasks, status, taskCompleted } from '#test/core/job-events.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { type Step, steps } from '#test/core/random-commands.ts'
import { sequences, sequencesTimeout } from '#test/core/random-sequences.ts'
import { byRecurringType } from '#test/core/recurring/random-recurring.ts'
import { companyEntry } from './company-entry.ts'
import { companyEntries } from './company-history.ts'
import { historyOf } from './history.ts'
import { neededBefore } from './needed-events.ts'

vi.setConfig({ testTimeout: sequencesTimeout })

const hashesOf = (events: readonly StoredEvent[]) => new Map(events.map(({ seq }) => [seq, `hash ${seq}`]))

/** An event of a log, with only those earlier events that it needs. */
const alone = (log: readonly StoredEvent[], event: StoredEvent) =>
  log.filter(
    (one) =>
      one === event ||
      (one.streamId === event.streamId && one.version < event.version && neededBefore[event.type].includes(one.type)),
  )

const system: Person = { userId: '', role: 'system' }
/** A check that was done late, so that its rule moved, and whatever happens to it and to others then. */
const withChecks = fc
  .tuple(steps, fc.array(byRecurringType.ChangeRecurringWork, { maxLength: 5 }))
  .map(([all, changes]): Step[] => {
    const recurringId = idOf('f', 951)
    const date = '2026-12-01'
    const ofDate = { recurringId, date, jobId: idOf('b', 2) }
    const rule = { repeats: 'yearly' as const, every: 1, on: [{ month: 12, day: 1 }], first: date }
    const form = { title: 'Gas safety check', siteId: idOf('f', 801), rule, holidays: 'keep the date' as const }
    const tasks = [{ description: 'Check the boiler' }]
    const setUp = { recurringId, ...form, leadDays: 14, tasks, check: 'gas safety' as const }
    const done = { ...ofDate, doneOn: '2026-12-05', completedAt: '2026-12-05T10:00:00.000Z' }
    const at = all.findIndex(({ command }) => command.type === 'AddSite') + 1
    return [
      ...all.slice(0, at),
      { command: { type: 'SetUpRecurringWork', data: setUp }, who: dana },
      { command: { type: 'RecordRecurringJob', data: ofDate }, who: system },
      { command: { type: 'RecordCheckDone', data: done }, who: system },
      ...changes.map((command) => ({ command, who: dana })),
      ...all.slice(at),
    ]
  })

test('whatever happened, an event has the same entry with only the earlier events it needs as with all of them', () => {
  let entriesSeen = 0
  let checksSeen = 0
  fc.assert(
    fc.property(withChecks, (sample) => {
      const ledger = memoryLedger()
      for (const { command, who } of sample) ledger.handle(command, who)
      const whole = new Map(historyOf(ledger.log).map((entry) => [entry.seq, entry]))
      for (const event of ledger.log) {
        const [entry] = historyOf(alone(ledger.log, event))
        const { corrected: _, ...expected } = whole.get(event.seq) ?? expect.fail('it is told')
        expect(entry).toEqual(expected)
        entriesSeen += 1
        if (event.type === 'RecurringCheckDone') checksSeen += 1
      }
    }),
    sequences,
  )
  expect(entriesSeen).toBeGreaterThan(5 * sequences.numRuns)
  expect(checksSeen).toBeGreaterThanOrEqual(sequences.numRuns)
})

test('a file of the office on a job that the server made keeps its name with only the events it needs', () => {
  expect(neededBefore.OfficeAttachmentAdded).toContain('JobOfRecurringWork')
  expect(neededBefore.OfficeAttachmentDeleted).toContain('JobOfRecurringWork')
})

test('a company’s history has every event except private ones, in the published form, with job and site', () => {
  fc.assert(
    fc.property(steps, (sample) => {
      const ledger = memoryLedger()
      for (const { command, who } of sample) ledger.handle(command, who)
      const entries = companyEntries(ledger.log, hashesOf(ledger.log))
      const known = ledger.log.filter((event) => !isPrivate(event))
      expect(entries.map((one) => one.seq)).toEqual(known.map((one) => one.seq).toReversed())
      for (const entry of entries) {
        expect(companyEntry.safeParse(entry)).toEqual({ success: true, data: entry })
        if (entry.stream === 'job') expect(entry.place).toMatchObject({ jobId: entry.streamId })
      }
    }),
    sequences,
  )
})

const bySystem = ({ actorId: _, ...event }: StoredEvent): StoredEvent => ({ ...event, actorRole: 'system' })

test('an automatic event is Fettle’s and says why; a report of the card provider is Stripe’s', () => {
  const log = recorded(by(dana, jobWithTwoTasks), by(dana, taskCompleted), status('pending', 'completed', 'tasks'), {
    type: 'PlanPaymentFailed',
    data: { cause: 'evt_1' },
  }).map((event) => (event.type === 'PlanPaymentFailed' ? bySystem(event) : event))
  const [failed, became, completed] = companyEntries(log, hashesOf(log))
  expect(failed).toMatchObject({ by: 'stripe', kind: 'money', why: 'reported by Stripe (evt_1)' })
  expect(became).toMatchObject({ by: 'fettle', why: 'all tasks completed' })
  expect(completed).toMatchObject({ by: 'person', actorId: dana.userId, hash: 'hash 2' })
})

test('an event has the name of its site at the time', () => {
  const renamed = { type: 'JobSiteChanged', data: { apartmentName: 'Harrow House' } } as const
  const log = recorded(jobCreated, jobScheduled, renamed)
  const places = companyEntries(log, hashesOf(log)).map((one) => one.place?.apartmentName)
  expect(places).toEqual(['Harrow House', '14 Marlowe Court', '14 Marlowe Court'])
  expect(booking.jobStart).toBeDefined()
})

test('the data of each event of a page is checked once, although its site is told before its entry', () => {
  const log = [...Array(20).keys()].flatMap((nth) =>
    recorded(jobWithTwoTasks).map((event) => ({ ...event, seq: nth + 1, streamId: `job ${nth}` })),
  )
  const check = vi.spyOn(events.JobCreated, 'safeParse')
  try {
    expect(companyEntries(log, hashesOf(log))).toHaveLength(20)
    expect(check).toHaveBeenCalledTimes(20)
  } finally {
    check.mockRestore()
  }
})
