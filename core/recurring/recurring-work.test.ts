import { describe, expect, test } from 'vitest'
import { isRecurringEvent } from '#core/ledger/ledger.ts'
import { dana, given, idOf, jobId, recorded, recurringId, siteId, tom } from '#test/core/given-when-then.ts'
import { nextOn } from '#test/core/recurring/calendar.ts'
import { ruleAfterCheck } from './check-rule.ts'
import type { RecurringEvent, RecurringForm } from './messages.ts'
import { evolve } from './recurring-work.ts'
import type { RecurringFacts } from './schedule.ts'

const system = { userId: '', role: 'system' } as const
const gutters: RecurringForm = {
  title: 'Gutter clearing',
  siteId,
  rule: { repeats: 'weekly', every: 2, on: ['TU'], first: '2026-12-01' },
  holidays: 'next working day',
  leadDays: 14,
  tasks: [{ description: 'Clear gutters and outlets', price: 16_000 }],
}
const check: RecurringForm = {
  ...gutters,
  title: 'Gas safety check',
  rule: { repeats: 'yearly', every: 1, on: [{ month: 12, day: 1 }], first: '2026-12-01' },
  check: 'gas safety',
}
const site = { siteId, name: 'Ashdown House' }
const facts = (known: Partial<NonNullable<RecurringFacts['recurring']>> = {}): RecurringFacts => ({
  recurring: { today: '2026-11-20', memberIds: [dana.userId], site, next: nextOn('2026-12-01'), ...known },
})
const called = 'Ashdown House'
const first = nextOn('2026-12-01')
const second = nextOn('2026-12-15')
const setUp: RecurringEvent = { type: 'RecurringWorkSetUp', data: { ...gutters, called, next: first } }
const checkSetUp: RecurringEvent = { type: 'RecurringWorkSetUp', data: { ...check, called, next: first } }
const paused: RecurringEvent = { type: 'RecurringWorkPaused', data: {} }
const stopped: RecurringEvent = { type: 'RecurringWorkStopped', data: {} }
const made: RecurringEvent = {
  type: 'RecurringJobMade',
  data: { date: '2026-12-01', on: '2026-12-01', jobId, template: 1, next: second },
}
const ofDate = (date: string) => ({ recurringId, date })
const after = (...past: RecurringEvent[]) =>
  recorded(...past)
    .filter(isRecurringEvent)
    .reduce(evolve, undefined)

describe('recurring work is set up', () => {
  const setUpWith = (form: RecurringForm, known = facts()) =>
    given().when({ type: 'SetUpRecurringWork', data: { recurringId, ...form } }, dana, known)
  test('with the name of its site and the date that comes first', () => {
    setUpWith({ ...gutters, title: ' Gutter  clearing ', tasks: [...gutters.tasks, { description: ' ' }] }).gives(setUp)
    given(setUp)
      .when({ type: 'SetUpRecurringWork', data: { recurringId, ...gutters } }, dana, facts())
      .refuses('This recurring work already exists.')
  })
  test('but not without a title, a task or a site, nor for people who are not there', () => {
    setUpWith({ ...gutters, title: ' ' }).refuses('Enter what the work is.', 'title')
    setUpWith({ ...gutters, tasks: [{ description: ' ' }] }).refuses(
      'Add at least one task, so that its jobs have something to do.',
      'tasks',
    )
    const nowhere: RecurringFacts = { recurring: { today: '2026-11-20', memberIds: [], next: first } }
    setUpWith(gutters, nowhere).refuses('Choose a site from the address book.', 'siteId')
    const visit = { start: '09:00', minutes: 180, assignedTo: [tom.userId] }
    setUpWith({ ...gutters, visit }).refuses('One of the people chosen is not in this company.', 'visit')
  })
  test('but not with a rule that never comes, ends first or starts in the past', () => {
    const ending = (last: string): RecurringForm => ({ ...gutters, rule: { ...gutters.rule, last } })
    setUpWith(ending('2026-11-30')).refuses('The last day must not be before the first.', 'rule')
    const none: RecurringFacts = { recurring: { today: '2026-11-20', memberIds: [], site } }
    setUpWith(ending('2026-12-02'), none).refuses(
      'This rule never falls due: no date lies between its first day and its last.',
      'rule',
    )
    setUpWith({ ...gutters, rule: { ...gutters.rule, first: '2026-11-19' } }).refuses(
      'The first day must not be in the past: no jobs are made for past days.',
      'rule',
    )
  })
  test('a gas safety check once a year, and so late that a job done at once keeps its date', () => {
    setUpWith(check).gives(checkSetUp)
    setUpWith({ ...gutters, check: 'gas safety' }).refuses(
      'A gas safety check is due once every year, on one day of the year.',
      'rule',
    )
    setUpWith({ ...check, leadDays: 57 }).refuses(
      'Make the job for a gas safety check at most 56 days before it: a check done earlier would move the date.',
      'leadDays',
    )
  })
  test('by the office alone', () =>
    given()
      .when({ type: 'SetUpRecurringWork', data: { recurringId, ...gutters } }, tom, facts())
      .refuses('Only the office may do this.'))
})

describe('this and the following dates', () => {
  const change = (form: RecurringForm, from: number) =>
    ({ type: 'ChangeRecurringWork', data: { recurringId, ...form, from } }) as const
  test('change for jobs that are not made yet, by whoever saw the newest version', () => {
    const dearer = { ...gutters, tasks: [{ description: 'Clear gutters and outlets', price: 18_000 }] }
    given(setUp).when(change(gutters, 1), dana, facts()).givesNothing()
    const changed: RecurringEvent = { type: 'RecurringWorkChanged', data: { ...dearer, called, next: first } }
    given(setUp).when(change(dearer, 1), dana, facts()).gives(changed)
    given(setUp, changed)
      .when(change({ ...dearer, leadDays: 7 }, 1), dana, facts())
      .refuses('Someone else has changed this recurring work. Open it again to see the change.')
    expect(after(setUp, changed)).toMatchObject({ template: 2, tasks: dearer.tasks })
  })
  test('a rule that has begun may keep its first day; another may not be in the past', () => {
    const later = facts({ today: '2026-12-10', next: second })
    given(setUp)
      .when(change({ ...gutters, leadDays: 7 }, 1), dana, later)
      .gives({
        type: 'RecurringWorkChanged',
        data: { ...gutters, leadDays: 7, called, next: second },
      })
    given(setUp)
      .when(change({ ...gutters, rule: { ...gutters.rule, first: '2026-12-02' } }, 1), dana, later)
      .refuses('The first day must not be in the past: no jobs are made for past days.', 'rule')
  })
  test('pause, go on, stop, and go on after a stop that is taken back', () => {
    given(setUp).when({ type: 'PauseRecurringWork', data: { recurringId } }, dana, facts()).gives(paused)
    given(setUp, paused)
      .when({ type: 'ResumeRecurringWork', data: { recurringId } }, dana, facts({ next: second }))
      .gives({
        type: 'RecurringWorkResumed',
        data: { next: second },
      })
    given(setUp).when({ type: 'StopRecurringWork', data: { recurringId } }, dana, facts()).gives(stopped)
    given(setUp, stopped)
      .when(change({ ...gutters, leadDays: 7 }, 1), dana, facts())
      .refuses('This recurring work was stopped, so it can no longer be changed.')
    given(setUp, stopped)
      .when({ type: 'ResumeRecurringWork', data: { recurringId } }, dana, facts())
      .gives({
        type: 'RecurringWorkResumed',
        data: { next: first },
      })
  })
})

describe('one date', () => {
  const ahead = { on: '2026-12-15', before: '2026-12-01', after: '2026-12-29' }
  test('is skipped and put back', () => {
    const known = facts({ ahead: { on: '2026-12-01', after: '2026-12-15' }, next: second })
    const skipped: RecurringEvent = { type: 'RecurringDateSkipped', data: { date: '2026-12-01', next: second } }
    given(setUp)
      .when({ type: 'SkipRecurringDate', data: ofDate('2026-12-01') }, dana, known)
      .gives(skipped)
    given(setUp, skipped)
      .when({ type: 'SkipRecurringDate', data: ofDate('2026-12-01') }, dana, known)
      .givesNothing()
    given(setUp, skipped)
      .when({ type: 'RestoreRecurringDate', data: ofDate('2026-12-01') }, dana, facts({ ahead }))
      .gives({
        type: 'RecurringDateRestored',
        data: { date: '2026-12-01', next: first },
      })
    expect(after(setUp, skipped)).toMatchObject({ skipped: ['2026-12-01'], next: second })
  })
  test('moves to a day between its neighbours', () => {
    const move = (to: string) => ({ type: 'MoveRecurringDate', data: { ...ofDate('2026-12-15'), to } }) as const
    const known = facts({ ahead })
    given(setUp)
      .when(move('2026-12-17'), dana, known)
      .gives({
        type: 'RecurringDateMoved',
        data: { date: '2026-12-15', to: '2026-12-17', next: first },
      })
    given(setUp).when(move('2026-12-15'), dana, known).givesNothing()
    given(setUp).when(move('2026-11-19'), dana, known).refuses('Choose today or a later day.', 'to')
    for (const day of ['2026-12-01', '2026-12-29', '2027-01-05'])
      given(setUp)
        .when(move(day), dana, known)
        .refuses('Choose a day between the dates before and after: Tue 1 Dec 2026 to Tue 29 Dec 2026.', 'to')
  })
  test('stays as it is once its job is made, and has to be one of the rule', () => {
    given(setUp, made)
      .when({ type: 'SkipRecurringDate', data: ofDate('2026-12-01') }, dana, facts())
      .refuses('The job for Tue 1 Dec 2026 is already made. Change or delete that job instead.')
    given(setUp)
      .when({ type: 'SkipRecurringDate', data: ofDate('2026-12-02') }, dana, facts())
      .refuses('This recurring work has no date on Wed 2 Dec 2026.', 'date')
  })
})

describe('the server', () => {
  const record = { type: 'RecordRecurringJob', data: { ...ofDate('2026-12-01'), jobId } } as const
  test('records the job of the date that comes next once, and none while it is paused or stopped', () => {
    const known = facts({ next: second })
    given(setUp).when(record, system, known).gives(made)
    given(setUp, made).when(record, system, known).givesNothing()
    given(setUp, paused).when(record, system, known).givesNothing()
    given(setUp, stopped).when(record, system, known).givesNothing()
    given(setUp).when(record, dana, known).refuses('Only the office may do this.')
    given(setUp)
      .when({ type: 'PassRecurringDate', data: ofDate('2026-12-01') }, system, known)
      .gives({
        type: 'RecurringDatePassed',
        data: { date: '2026-12-01', next: second },
      })
  })
  test('keeps the anniversary of a check that was done in time, and moves it if it was late', () => {
    const done = (doneOn: string) =>
      ({
        type: 'RecordCheckDone',
        data: { ...ofDate('2026-12-01'), jobId, doneOn, completedAt: `${doneOn}T12:00:00.000Z` },
      }) as const
    const ruleOf = (doneOn: string) => {
      const yearly = nextOn('2027-12-01')
      const outcome = given(checkSetUp, made).when(done(doneOn), system, facts({ next: yearly }))
      const rule = ruleAfterCheck(check.rule, '2026-12-01', doneOn)
      const { recurringId: _, ...data } = done(doneOn).data
      outcome.gives({ type: 'RecurringCheckDone', data: { ...data, rule, next: yearly } })
      return rule
    }
    expect(ruleOf('2026-11-25')).toEqual({ ...check.rule, first: '2027-12-01' })
    expect(ruleOf('2026-12-11')).toEqual({ ...check.rule, on: [{ month: 12, day: 11 }], first: '2027-12-11' })
  })
  test('records an older check once, also after a later one, and its correction', () => {
    const check = (job: string, date: string, doneOn = date) => ({
      ...{ date, doneOn, jobId: job, completedAt: `${doneOn}T12:00:00.000Z` },
    })
    const [older, later] = [check(idOf('b', 9), '2026-06-01'), check(jobId, '2026-12-01')]
    const corrected = check(older.jobId, '2026-06-01', '2026-05-30')
    const { rule } = checkSetUp.data
    const happened = (data: typeof older) => ({ type: 'RecurringCheckDone', data: { ...data, rule } }) as const
    const again = (data: typeof older, ...before: (typeof older)[]) =>
      given(checkSetUp, made, ...before.map(happened)).when(
        { type: 'RecordCheckDone', data: { recurringId, ...data } },
        system,
        facts({}),
      )
    again(older, older, later).givesNothing()
    again(older, later, older).givesNothing()
    again(later, later, older).givesNothing()
    again(corrected, later, older, corrected).givesNothing()
  })
  test('makes a job as any office would, with what it was made from', () => {
    const recurring = { recurringId, date: '2026-12-01', title: 'Gutter clearing' }
    const data = {
      jobId,
      apartmentName: called,
      apartmentId: siteId,
      createdAt: '2026-11-17',
      tasks: [{ taskId: idOf('c', 1), description: 'Clear gutters', price: 16_000 }],
      recurring,
    }
    const create = { type: 'CreateRecurringJob', data } as const
    given().when(create, dana).refuses('Only the office may do this.')
    given()
      .when(create, system)
      .gives(
        {
          type: 'JobCreated',
          data: {
            apartmentName: called,
            apartmentId: siteId,
            createdAt: '2026-11-17',
            jobPriority: 1,
            tasks: [{ taskId: idOf('c', 1), description: 'Clear gutters', status: 'not completed' }],
          },
        },
        { type: 'JobOfRecurringWork', data: recurring },
        { type: 'TaskPriced', data: { taskId: idOf('c', 1), price: 16_000 } },
      )
  })
})
