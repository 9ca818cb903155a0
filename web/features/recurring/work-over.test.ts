import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { recurringItem } from '#core/wire/jobs/recurring.ts'
import { formOf } from './recurring-form.ts'
import { workOver } from './work-over.ts'

const gutters = recurringItem.parse({
  recurringId: uuid(),
  title: 'Gutters',
  siteId: uuid(),
  called: 'Mill House',
  site: 'Mill House',
  rule: { repeats: 'yearly', every: 1, on: [{ month: 4, day: 13 }], first: '2026-04-13' },
  holidays: 'next working day',
  leadDays: 14,
  tasks: [{ description: 'Clear the gutters', price: 12_000 }],
  visit: { start: '09:00', minutes: 120, assignedTo: [] },
  template: 1,
  state: 'on',
  createdAt: '2026-03-01T09:00:00.000Z',
  lastModified: '2026-03-01T09:00:00.000Z',
  skipped: [],
  moved: [],
  made: [],
  dates: [],
  madeAhead: [],
})

const withoutIds = (form: ReturnType<typeof formOf>) => ({
  ...form,
  dates: form.dates.map(({ id: _, ...one }) => one),
  tasks: form.tasks.map(({ id: _, ...one }) => one),
})
const before = formOf(gutters)

test('what was left alone follows what somebody else has set, and what was typed stays', () => {
  const now = {
    ...gutters,
    title: 'Gutters and downpipes',
    leadDays: 28,
    rule: { ...gutters.rule, last: '2030-04-13' },
  }
  const { typed, words } = workOver(before, { ...before, title: 'All gutters', leadDays: 7 }, now)
  expect(typed).toEqual({ ...before, title: 'All gutters', leadDays: 7, last: '2030-04-13' })
  expect(words).toEqual([
    'The work is now called “Gutters and downpipes”; saving again replaces that.',
    'The last day is now 13 Apr 2030, here too.',
    'Its job is now made 28 days before; saving again replaces that.',
  ])
})

test('each part is told in its own words, and followed whole', () => {
  const siteId = uuid()
  const theirs = recurringItem.parse({
    ...gutters,
    ...{ siteId, site: 'Kiln Court', holidays: 'keep the date', check: 'gas safety', visit: undefined },
    rule: { repeats: 'weekly', every: 2, on: ['TU'], first: '2026-05-01' },
    tasks: [{ description: 'Service the boiler' }],
  })
  const { typed, words } = workOver(before, before, theirs)
  expect(withoutIds({ ...typed, minutes: 120 })).toEqual(withoutIds({ ...formOf(theirs), dates: typed.dates }))
  expect(words).toEqual([
    'The site is now Kiln Court, here too.',
    'It now comes every 2 weeks, Tuesday, here too.',
    'The first day is now 1 May 2026, here too.',
    '“On a weekend or bank holiday” is now “Keep the date”, here too.',
    'It now has no visit, here too.',
    'The tasks have changed, here too.',
    'It is now a gas safety check, here too.',
  ])
  const back = workOver(formOf(theirs), formOf(theirs), gutters)
  expect(back.words).toContain('It is no longer a gas safety check, here too.')
  expect(back.words).toContain('The visit is now 09:00, 2 hours, here too.')
  expect(withoutIds({ ...back.typed, weekly: before.weekly })).toEqual(withoutIds(before))
})

test('nothing is told of what both have set alike, whatever the ids of its lines', () => {
  const tasks = [{ description: 'Clear the gutters', price: 15_000 }]
  const now = { ...gutters, tasks, visit: { start: '09:00', minutes: 120, assignedTo: [uuid()] } }
  const mine = { ...formOf(now), assignedTo: before.assignedTo }
  const { typed, words } = workOver(before, mine, now)
  expect(words).toEqual(['The people of the visit have changed, here too.'])
  expect(typed.tasks).toEqual(mine.tasks)
  expect(workOver(before, before, gutters)).toEqual({ typed: before, words: [] })
})
