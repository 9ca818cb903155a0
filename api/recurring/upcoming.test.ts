import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRecurringEvent } from '#core/ledger/ledger.ts'
import type { RecurringCommand, RecurringEvent, RecurringForm } from '#core/recurring/messages.ts'
import { evolve, type RecurringWork } from '#core/recurring/recurring-work.ts'
import { type Schedule, scheduleAfter } from '#core/recurring/schedule.ts'
import { addDays } from '#core/time/wall-clock.ts'
import { recorded, recurringId, siteId } from '#test/core/given-when-then.ts'
import { nextOn } from '#test/core/recurring/calendar.ts'
import { datesFrom } from './occurrences.ts'
import { type Calendar, comingDates, daysAhead, nextOf } from './upcoming.ts'

const bins: RecurringForm = {
  title: 'Bins',
  siteId,
  rule: { repeats: 'weekly', every: 1, on: ['MO'], first: '2026-01-05' },
  holidays: 'keep the date',
  leadDays: 14,
  tasks: [{ description: 'Put the bins out' }],
}
const on = (today: string): Calendar => ({ today, timeZone: 'Europe/London', holidays: 'england-and-wales' })
const setUp: RecurringEvent = {
  type: 'RecurringWorkSetUp',
  data: { ...bins, called: 'Ashdown House', next: nextOn('2026-01-05') },
}
const moved: RecurringEvent = {
  type: 'RecurringDateMoved',
  data: { date: '2026-01-12', to: '2026-01-13', next: nextOn('2026-01-05') },
}
const paused: RecurringEvent = { type: 'RecurringWorkPaused', data: {} }
const stopped: RecurringEvent = { type: 'RecurringWorkStopped', data: {} }

function after(...past: RecurringEvent[]): RecurringWork {
  const work = recorded(...past)
    .filter(isRecurringEvent)
    .reduce<RecurringWork | undefined>(evolve, undefined)
  return work ?? expect.fail()
}
/** What the calendar says comes next if a command is accepted on a day. */
function nextAfter(past: RecurringEvent[], command: RecurringCommand, today: string) {
  const schedule = scheduleAfter(after(...past), command)
  return schedule && nextOf(schedule, on(today))
}

describe('after a long time, recurring work goes on with the date that comes next', () => {
  const resume: RecurringCommand = { type: 'ResumeRecurringWork', data: { recurringId } }
  const next = { date: '2026-09-07', on: '2026-09-07' }
  test('also if it was paused or stopped with a moved date', () => {
    expect(nextAfter([setUp, moved, paused], resume, '2026-09-01')).toMatchObject(next)
    expect(nextAfter([setUp, moved, stopped], resume, '2026-09-01')).toMatchObject(next)
  })
  test('also if it passes the moved date', () => {
    const pass: RecurringCommand = { type: 'PassRecurringDate', data: { recurringId, date: '2026-01-12' } }
    expect(nextAfter([setUp, moved], pass, '2026-09-01')).toMatchObject(next)
    const passFirst: RecurringCommand = { type: 'PassRecurringDate', data: { recurringId, date: '2026-01-05' } }
    expect(nextAfter([setUp, moved], passFirst, '2026-09-01')).toMatchObject(next)
  })
  test('and a date that was moved to a day still to come is not lost', () => {
    const later: RecurringEvent = { ...moved, data: { ...moved.data, to: '2026-09-03' } }
    expect(nextAfter([setUp, later, paused], resume, '2026-09-01')).toMatchObject({
      date: '2026-01-12',
      on: '2026-09-03',
    })
    expect(daysAhead(after(setUp, later), on('2026-09-01'), '2026-09-14')).toEqual([
      '2026-09-03',
      '2026-09-07',
      '2026-09-14',
    ])
  })
})

test('what is settled is said no more of when a date passes or gets its job', () => {
  const skipped: RecurringEvent = { type: 'RecurringDateSkipped', data: { date: '2026-01-19' } }
  const pass: RecurringCommand = { type: 'PassRecurringDate', data: { recurringId, date: '2026-01-12' } }
  const work = after(setUp, moved, skipped)
  expect(scheduleAfter(work, pass)).toMatchObject({ settled: '2026-01-12', moved: [], skipped: ['2026-01-19'] })
})

test('whatever was moved and settled, the coming dates are those of the rule whose day is not over', () => {
  const days = datesFrom(bins.rule, bins.rule.first, 80)
  const some = fc.array(fc.record({ at: fc.nat(79), by: fc.integer({ min: -6, max: 6 }) }), { maxLength: 5 })
  fc.assert(
    fc.property(some, fc.nat(500), fc.option(fc.nat(60)), (moves, passed, settledAt) => {
      const chosen = new Map(moves.map(({ at, by }) => [days[at] ?? '', addDays(days[at] ?? '', by)]))
      const settled = settledAt === null ? undefined : days[settledAt]
      const schedule: Schedule = {
        ...bins,
        skipped: [],
        moved: [...chosen].map(([date, to]) => ({ date, to })),
        ...(settled === undefined ? {} : { settled }),
      }
      const today = addDays(bins.rule.first, passed)
      const expected = days.filter((date) => (chosen.get(date) ?? date) >= today && date > (settled ?? '')).slice(0, 3)
      expect(comingDates(schedule, on(today), 3).map(({ date }) => date)).toEqual(expected)
    }),
  )
})
