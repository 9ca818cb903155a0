import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRecurringEvent } from '#core/ledger/ledger.ts'
import { ruleAfterCheck } from '#core/recurring/check-rule.ts'
import type { RecurringCommand, RecurringEvent, RecurringForm } from '#core/recurring/messages.ts'
import { evolve, type RecurringWork } from '#core/recurring/recurring-work.ts'
import { type Schedule, scheduleAfter, settledBy } from '#core/recurring/schedule.ts'
import { addDays } from '#core/time/wall-clock.ts'
import { jobId, recorded, recurringId, siteId } from '#test/core/given-when-then.ts'
import { nextOn } from '#test/core/recurring/calendar.ts'
import { datesFrom } from './occurrences.ts'
import { type Calendar, comingDates, daysAhead, nextOf, overdueOf } from './upcoming.ts'

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
  const schedule = scheduleAfter(after(...past), command, today)
  return schedule && nextOf(schedule, on(today))
}

test('the overdue date of a check stays due when the work is changed, unless its rule no longer comes on it or it is no check', () => {
  const yearly: RecurringForm['rule'] = {
    repeats: 'yearly',
    every: 1,
    on: [{ month: 1, day: 5 }],
    first: '2026-01-05',
  }
  const check: RecurringForm = { ...bins, rule: yearly, check: 'gas safety' }
  const { check: _, ...unmarked } = check
  const next = nextOn('2026-01-05')
  const isSetUp: RecurringEvent = { ...setUp, data: { ...setUp.data, ...check, next } }
  const overdueAfter = (form: RecurringForm, today: string, ...past: RecurringEvent[]) => {
    const work = after(isSetUp, ...past)
    const change: RecurringCommand = {
      type: 'ChangeRecurringWork',
      data: { recurringId, ...form, from: work.template },
    }
    return overdueOf(work, scheduleAfter(work, change, today) ?? expect.fail(), on(today))?.date
  }
  const dearer: RecurringForm = { ...check, tasks: [{ description: 'Gas record', price: 90_00 }] }
  expect(overdueAfter(dearer, '2026-01-05')).toBeUndefined()
  expect(overdueAfter(dearer, '2026-01-06')).toBe('2026-01-05')
  expect(overdueAfter({ ...check, rule: { ...yearly, last: '2030-01-01' } }, '2026-03-01')).toBe('2026-01-05')
  expect(overdueAfter({ ...check, rule: { ...yearly, first: '2026-02-01' } }, '2026-01-06')).toBeUndefined()
  expect(overdueAfter(unmarked, '2026-01-06')).toBeUndefined()
  expect(overdueAfter(dearer, '2026-01-06', paused)).toBeUndefined()
  const made: RecurringEvent = {
    type: 'RecurringJobMade',
    data: { date: '2026-01-05', on: '2026-01-05', jobId, template: 1, next: nextOn('2027-01-05') },
  }
  expect(overdueAfter(dearer, '2026-01-06', made)).toBeUndefined()
})

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

describe('work that is changed to come more often', () => {
  const first = '2027-01-01'
  const rule: RecurringForm['rule'] = { repeats: 'monthly', every: 1, on: [{ day: 1 }], first }
  const monthly = { ...bins, rule, leadDays: 30, called: 'Ashdown House' }
  const weekly: RecurringForm = {
    ...bins,
    rule: { repeats: 'weekly', every: 1, on: ['MO'], first: '2027-01-11' },
    leadDays: 30,
  }
  const made = (date: string): RecurringEvent => ({
    type: 'RecurringJobMade',
    data: { date, on: date, jobId, template: 1 },
  })
  const skipped: RecurringEvent = { type: 'RecurringDateSkipped', data: { date: '2027-01-18' } }
  const set = (form: RecurringForm, settled?: string): RecurringEvent => ({
    type: 'RecurringWorkChanged',
    data: { ...form, called: 'Ashdown House', ...(settled === undefined ? {} : { settled }) },
  })
  /** The events as the log would hold them, from a day on. */
  const from = (day: string, ...past: RecurringEvent[]): RecurringWork =>
    recorded(...past)
      .filter(isRecurringEvent)
      .map((event) => ({ ...event, recordedAt: `${day}T09:00:00.000Z` }))
      .reduce<RecurringWork | undefined>(evolve, undefined) ?? expect.fail()
  const change = (form: RecurringForm): RecurringCommand => ({
    type: 'ChangeRecurringWork',
    data: { recurringId, ...form, from: 1 },
  })
  const datesAfter = (work: RecurringWork, form: RecurringForm, today: string) => {
    const schedule = scheduleAfter(work, change(form), today) ?? expect.fail()
    return comingDates(schedule, on(today), 4).map((one) => one.date)
  }
  const today = '2027-01-05'
  const start: RecurringEvent = { type: 'RecurringWorkSetUp', data: monthly }
  const ahead = from('2027-01-02', start, made(first), made('2027-02-01'))

  test('comes on its new dates before the last job, but never again on one that has its job', () => {
    expect(datesAfter(ahead, weekly, today)).toEqual(['2027-01-11', '2027-01-18', '2027-01-25', '2027-02-08'])
    const settled = settledBy(ahead, weekly.rule, today) ?? expect.fail()
    const changed = from('2027-01-05', start, made(first), made('2027-02-01'), set(weekly, settled), made('2027-01-11'))
    expect(comingDates(changed, on(today), 3).map((one) => one.date)).toEqual([
      '2027-01-18',
      '2027-01-25',
      '2027-02-08',
    ])
    expect(daysAhead(changed, on(today), '2027-02-08')).toEqual(['2027-01-18', '2027-01-25', '2027-02-08'])
  })
  test('nor on a day that is over, or that was skipped', () => {
    const since = { ...weekly, rule: { ...weekly.rule, first } }
    expect(datesAfter(ahead, since, '2027-01-20')).toEqual(['2027-01-25', '2027-02-08', '2027-02-15', '2027-02-22'])
    const work = from('2027-01-02', { ...start, data: { ...weekly, called: '' } }, skipped, made('2027-01-25'))
    const often: RecurringForm['rule'] = { repeats: 'weekly', every: 1, on: ['MO', 'TH'], first: '2027-01-11' }
    expect(datesAfter(work, { ...weekly, rule: often }, today)).toEqual([
      '2027-01-11',
      '2027-01-14',
      '2027-01-21',
      '2027-01-28',
    ])
  })
  test('while other changes leave alone what is settled, and so do changes of long ago', () => {
    expect(datesAfter(ahead, { ...monthly, title: 'Bins and bottles' }, today)[0]).toBe('2027-03-01')
    const old = from('2027-01-05', start, made(first), made('2027-02-01'), set(weekly))
    expect(comingDates(old, on(today), 1)[0]?.date).toBe('2027-02-08')
  })
})

test('what is settled is said no more of when a date passes or gets its job', () => {
  const skipped: RecurringEvent = { type: 'RecurringDateSkipped', data: { date: '2026-01-19' } }
  const pass: RecurringCommand = { type: 'PassRecurringDate', data: { recurringId, date: '2026-01-12' } }
  const work = after(setUp, moved, skipped)
  expect(scheduleAfter(work, pass, '2026-01-12')).toMatchObject({
    settled: '2026-01-12',
    moved: [],
    skipped: ['2026-01-19'],
  })
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

describe('the job of a gas check is made', () => {
  const deadline = '2027-03-29'
  const rule: RecurringForm['rule'] = { repeats: 'yearly', every: 1, on: [{ month: 3, day: 29 }], first: deadline }
  const schedule: Schedule = {
    ...{ rule, holidays: 'working day before', leadDays: 56, check: 'gas safety' },
    ...{ skipped: [], moved: [] },
  }
  const made = (of: Schedule) => nextOf(of, on('2026-12-01'))?.makeAt.slice(0, 10) ?? expect.fail()

  test('so late that it keeps its date if it is done at once, also before Easter', () => {
    expect(nextOf(schedule, on('2026-12-01'))?.on).toBe('2027-03-25')
    expect(made(schedule)).toBe('2027-01-30')
    expect(ruleAfterCheck(rule, deadline, made(schedule)).first).toBe('2028-03-29')
  })
  test('its lead time ahead otherwise, also for a day that somebody has chosen before these months', () => {
    expect(made({ ...schedule, leadDays: 14 })).toBe('2027-03-11')
    expect(made({ ...schedule, moved: [{ date: deadline, to: '2027-01-20' }], leadDays: 14 })).toBe('2027-01-06')
    const { check: _, ...ordinary } = schedule
    expect(made(ordinary)).toBe('2027-01-28')
  })
})
