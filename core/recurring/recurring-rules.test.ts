import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRecurringEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { addDays } from '#core/time/wall-clock.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { steps } from '#test/core/random-commands.ts'
import { addMonths, gasSafety, nextDeadline } from './anniversary.ts'
import { ruleAfterCheck } from './check-rule.ts'
import type { RecurringEvent } from './messages.ts'
import { evolve, type RecurringWork } from './recurring-work.ts'
import { ruleWords } from './words.ts'

test('how often it comes is told in words', () => {
  expect(ruleWords({ repeats: 'weekly', every: 2, on: ['TU'], first: '2026-12-01' })).toBe('Every 2 weeks, Tuesday')
  expect(ruleWords({ repeats: 'yearly', every: 1, on: [{ month: 12, day: 1 }], first: '2026-12-01' })).toBe(
    'Every year, 1 December',
  )
  const twice = [
    { month: 4, place: 2, weekday: 'TU' },
    { month: 11, place: -1, weekday: 'MO' },
  ] as const
  expect(ruleWords({ repeats: 'yearly', every: 1, on: [...twice], first: '2026-12-01' })).toBe(
    'Twice a year, second Tuesday of April and last Monday of November',
  )
  const sameDay = [
    { month: 4, place: 2, weekday: 'TU' },
    { month: 11, place: 2, weekday: 'TU' },
  ] as const
  expect(ruleWords({ repeats: 'yearly', every: 1, on: [...sameDay], first: '2026-12-01' })).toBe(
    'Twice a year, second Tuesday of April and November',
  )
  expect(ruleWords({ repeats: 'monthly', every: 3, on: [{ day: 31 }], first: '2026-12-01' })).toBe(
    'Every 3 months, last day',
  )
})

test('whenever a check is done, its rule comes next on the deadline that the law sets', () => {
  const day = fc.integer({ min: 0, max: 1_500 }).map((count) => addDays('2025-06-01', count))
  fc.assert(
    fc.property(day, day, (deadline, doneOn) => {
      const [, month = 1, date = 1] = deadline.split('-').map(Number)
      const rule = ruleAfterCheck(
        { repeats: 'yearly', every: 1, on: [{ month, day: date }], first: deadline },
        deadline,
        doneOn,
      )
      const due = nextDeadline(gasSafety, deadline, doneOn)
      expect(rule).toMatchObject({ first: due, on: [{ month: Number(due.slice(5, 7)) }] })
      const [on] = rule.on
      expect(typeof on === 'object' && 'day' in on && on.day >= Number(due.slice(8))).toBe(true)
      expect(addMonths(due, -12) <= addMonths(doneOn, 2)).toBe(true)
    }),
  )
})

test('whatever people and the server do, dates are settled in order while the rule stays, made once, and never made while paused', () => {
  fc.assert(
    fc.property(steps, (sample) => {
      const ledger = memoryLedger()
      for (const { command, who } of sample) ledger.handle(command, who)
      const streams = Map.groupBy(ledger.log.filter(isRecurringEvent), (event) => event.streamId)
      for (const events of streams.values()) holds(events)
    }),
    { numRuns: 60 },
  )
})

function holds(events: readonly Extract<StoredEvent, RecurringEvent>[]) {
  let work: RecurringWork | undefined
  const settled: string[] = []
  let ofRule: string[] = []
  for (const event of events) {
    if (event.type === 'RecurringJobMade' || event.type === 'RecurringDatePassed') {
      expect([work?.state, work?.next?.date]).toEqual(['on', event.data.date])
      settled.push(event.data.date)
      ofRule.push(event.data.date)
    }
    // Another rule may come before the last date that has its job.
    if (event.type === 'RecurringWorkChanged' && event.data.settled !== undefined) ofRule = []
    work = evolve(work, event)
    expect(ofRule).toEqual(ofRule.toSorted())
    expect(work?.skipped.filter((one) => one <= (work?.settled ?? ''))).toEqual([])
  }
  expect(settled).toHaveLength(new Set(settled).size)
}
