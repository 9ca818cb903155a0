import { expect, test } from 'vitest'
import { isRecurringEvent } from '#core/ledger/ledger.ts'
import { idOf, jobId, recorded, siteId } from '#test/core/given-when-then.ts'
import { nextOn } from '#test/core/recurring/calendar.ts'
import { ruleAfterCheck } from './check-rule.ts'
import type { RecurringEvent, RecurringForm } from './messages.ts'
import { evolve, type RecurringWork } from './recurring-work.ts'
import { ruleAfter } from './schedule.ts'

const date = '2027-02-10'
const gas: RecurringForm = {
  title: 'Gas safety check',
  siteId,
  rule: { repeats: 'yearly', every: 1, on: [{ month: 2, day: 10 }], first: date },
  holidays: 'keep the date',
  leadDays: 56,
  tasks: [{ description: 'Landlord gas safety record' }],
  check: 'gas safety',
}
const called = 'Ashdown House'
const setUp: RecurringEvent = { type: 'RecurringWorkSetUp', data: { ...gas, called, next: nextOn(date) } }
const made: RecurringEvent = {
  type: 'RecurringJobMade',
  data: { date, on: date, jobId, template: 1, next: nextOn('2028-02-10') },
}
const done = (doneOn: string): RecurringEvent => {
  const rule = ruleAfterCheck(gas.rule, date, doneOn)
  const completedAt = `${doneOn}T15:00:00.000Z`
  return { type: 'RecurringCheckDone', data: { date, jobId, doneOn, completedAt, rule, next: nextOn(rule.first) } }
}

const after = (...past: RecurringEvent[]): RecurringWork =>
  recorded(...past)
    .filter(isRecurringEvent)
    .reduce<RecurringWork | undefined>(evolve, undefined) ?? expect.fail()
const dueAfter = (doneOn: string, ...past: RecurringEvent[]) =>
  ruleAfter(after(setUp, made, ...past), { date, jobId, doneOn }).first

test('a check that was recorded on a wrong day is due by the right one', () => {
  expect(dueAfter('2027-03-20')).toBe('2028-03-20')
  expect(dueAfter('2027-02-09', done('2027-03-20'))).toBe('2028-02-10')
  expect(dueAfter('2027-02-12', done('2027-02-09'))).toBe('2028-02-12')
})

test('but dates that the office has set since stay', () => {
  const rule: RecurringForm['rule'] = { repeats: 'yearly', every: 1, on: [{ month: 1, day: 15 }], first: '2028-01-15' }
  const data = { ...gas, called, rule, next: nextOn('2028-01-15') }
  expect(dueAfter('2027-02-09', done('2027-03-20'), { type: 'RecurringWorkChanged', data })).toBe('2028-01-15')
  const others = { ...data, rule: ruleAfterCheck(gas.rule, date, '2027-03-20'), title: 'LGSR' }
  expect(dueAfter('2027-02-09', done('2027-03-20'), { type: 'RecurringWorkChanged', data: others })).toBe('2028-02-10')
})

test('an older check that is recorded after a later one does not take its place', () => {
  const older = { date, jobId, doneOn: '2028-03-01', completedAt: '2028-03-01T10:00:00.000Z' }
  const later = { ...older, date: '2028-02-10', jobId: idOf('b', 2), doneOn: '2028-02-08' }
  const { rule } = gas
  const both = after(
    setUp,
    made,
    { type: 'RecurringCheckDone', data: { ...later, rule } },
    { type: 'RecurringCheckDone', data: { ...older, rule } },
  )
  expect(both.done).toEqual(later)
})
