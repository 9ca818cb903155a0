import fc from 'fast-check'
import type { RecurringJobCommand } from '#core/job/recurring/recurring-messages.ts'
import { holidayChoices } from '#core/recurring/making.ts'
import type { RecurringCommand, RecurringForm } from '#core/recurring/messages.ts'
import { canary } from '#test/core/canary.ts'
import { idOf, maya, tom } from '#test/core/given-when-then.ts'
import { datesOfAll } from './calendar.ts'

/** Mostly the first of its kind, so that commands act on the same thing. */
const mostly = <T>(one: T, ...others: T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(one) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
const recurringId = mostly(idOf('f', 951), idOf('f', 952))
/** The first site that the random companies add, and one that is not there. */
const siteId = mostly(idOf('f', 801), idOf('f', 802))
const date = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...datesOfAll.slice(0, 2)) },
  { weight: 1, arbitrary: fc.constantFrom(...datesOfAll, '2026-12-02') },
)
const jobId = fc.constantFrom(idOf('b', 1), idOf('b', 2))
const first = mostly('2026-12-01', '2020-01-01')
const once = { month: 12, day: 1 }

const rule: fc.Arbitrary<RecurringForm['rule']> = fc.oneof(
  fc.record({
    repeats: fc.constant('weekly' as const),
    every: fc.constantFrom(1, 2),
    on: fc.tuple(fc.constant('TU' as const)),
    first,
  }),
  fc.record({
    repeats: fc.constant('yearly' as const),
    every: fc.constant(1),
    on: fc.tuple(fc.constant(once)),
    first,
  }),
)
const visit = fc.record({
  start: fc.constantFrom('09:00', '13:30'),
  minutes: fc.constantFrom(60, 180),
  assignedTo: fc.subarray([tom.userId, maya.userId]),
})
const task = fc.record(
  { description: mostly(`${canary} gutters`, ' ', `${canary} photos `), price: fc.constant(98_765) },
  { requiredKeys: ['description'] },
)
const form = {
  title: mostly(`${canary} gutters`, '', ` ${canary}  check`),
  siteId,
  rule,
  holidays: fc.constantFrom(...holidayChoices),
  leadDays: fc.constantFrom(0, 7, 14),
  tasks: fc.array(task, { minLength: 1, maxLength: 2 }),
  visit,
}
const required = ['title', 'siteId', 'rule', 'holidays', 'leadDays', 'tasks'] as const

const of = <T extends RecurringCommand['type'], D>(type: T, data: fc.Arbitrary<D>) =>
  fc.record({ type: fc.constant(type), data })
const ofDate = { recurringId, date }

/** One source of random data for each command on recurring work. */
export const byRecurringType = {
  SetUpRecurringWork: of(
    'SetUpRecurringWork',
    fc.record({ recurringId, ...form }, { requiredKeys: ['recurringId', ...required] }),
  ),
  ChangeRecurringWork: of(
    'ChangeRecurringWork',
    fc.record(
      { recurringId, ...form, from: fc.constantFrom(1, 1, 2) },
      { requiredKeys: ['recurringId', 'from', ...required] },
    ),
  ),
  SkipRecurringDate: of('SkipRecurringDate', fc.record(ofDate)),
  MoveRecurringDate: of('MoveRecurringDate', fc.record({ ...ofDate, to: fc.constantFrom('2026-12-03', '2026-12-10') })),
  RestoreRecurringDate: of('RestoreRecurringDate', fc.record(ofDate)),
  PauseRecurringWork: of('PauseRecurringWork', fc.record({ recurringId })),
  ResumeRecurringWork: of('ResumeRecurringWork', fc.record({ recurringId })),
  StopRecurringWork: of('StopRecurringWork', fc.record({ recurringId })),
  RecordRecurringJob: of('RecordRecurringJob', fc.record({ ...ofDate, jobId })),
  PassRecurringDate: of('PassRecurringDate', fc.record(ofDate)),
  RecordCheckDone: of(
    'RecordCheckDone',
    fc.record({
      ...ofDate,
      jobId,
      doneOn: fc.constantFrom('2026-11-30', '2026-12-05'),
      completedAt: fc.constant('2026-12-01T10:00:00.000Z'),
    }),
  ),
} satisfies { [T in RecurringCommand['type']]: fc.Arbitrary<Extract<RecurringCommand, { type: T }>> }

/** Any command on recurring work, those that set it up more often. */
export const onRecurring = fc.oneof(
  { weight: 4, arbitrary: byRecurringType.SetUpRecurringWork },
  { weight: 3, arbitrary: byRecurringType.ChangeRecurringWork },
  { weight: 3, arbitrary: byRecurringType.RestoreRecurringDate },
  { weight: 3, arbitrary: byRecurringType.ResumeRecurringWork },
  ...Object.values(byRecurringType),
)

/** The job of a date, whose first words are the office's as well as the team's. */
export const recurringJob: fc.Arbitrary<RecurringJobCommand> = fc.record({
  type: fc.constant('CreateRecurringJob' as const),
  data: fc.record({
    jobId: fc.constant(idOf('b', 2)),
    apartmentName: fc.constant('Ashdown Yard'),
    apartmentId: fc.constant(idOf('f', 801)),
    createdAt: fc.constant('2026-11-19'),
    tasks: fc.constant([{ taskId: idOf('c', 1), description: 'Clear gutters', price: 9_876_500 }]),
    recurring: fc.record({
      recurringId,
      date,
      title: fc.constant(`${canary} gutters`),
    }),
  }),
})
