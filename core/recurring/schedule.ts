import { addDays } from '#core/time/wall-clock.ts'
import { ruleAfterCheck } from './check-rule.ts'
import { isSameRule } from './form.ts'
import type { NextDate, RecurringCommand } from './messages.ts'
import { type RecurringWork, settledTo } from './recurring-work.ts'
import { longestMoved } from './values.ts'

/** What decides on the dates to come. */
export type Schedule = Pick<
  RecurringWork,
  'rule' | 'holidays' | 'leadDays' | 'check' | 'skipped' | 'moved' | 'settled' | 'answered'
>

/** A date to come and the days on which its neighbours' work is: a date may be moved between them. */
export type DateAhead = { on: string; before?: string; after?: string }

/** What a command on recurring work depends on of other streams and of the calendar; missing in the browser, which decides none. */
export type RecurringFacts = {
  recurring?: {
    /** The day in the company's time zone. */
    today: string
    /** The site that the command names, or the one that this was merged into. */
    site?: { siteId: string; name: string }
    /** The next date, if the command is accepted. */
    next?: NextDate
    /** The date that the command names, as it is before the command. */
    ahead?: DateAhead
    memberIds: readonly string[]
  }
}

/** Whether a date needs no job any more. */
export const isSettled = ({ settled = '', answered = [] }: Pick<Schedule, 'settled' | 'answered'>, date: string) =>
  date <= settled || answered.includes(date)

type Agreed = Pick<Schedule, 'rule' | 'holidays' | 'leadDays' | 'check'>

/**
 * Up to which date all are settled once work has this rule. Another rule may come on dates before the last one that has its job; those
 * that have one, or whose work is over, do not come again.
 */
export function settledBy(work: Schedule, rule: Schedule['rule'], today: string): string | undefined {
  const open = addDays(today, -longestMoved)
  return work.settled === undefined || work.settled < open || isSameRule(rule, work.rule) ? work.settled : open
}

/** The schedule of work that is changed to this today. */
export function changedTo(work: Schedule, { rule, holidays, leadDays, check }: Agreed, today: string): Schedule {
  const { skipped, moved, answered } = work
  const settled = settledBy(work, rule, today)
  return {
    ...{ rule, holidays, leadDays, skipped, moved },
    ...(check ? { check } : {}),
    ...(settled === undefined ? {} : { settled }),
    ...(answered ? { answered } : {}),
  }
}

/**
 * The schedule once a command is accepted today, from which the calendar works out the next date; undefined if there would be none.
 */
export function scheduleAfter(
  work: RecurringWork | undefined,
  command: RecurringCommand,
  today: string,
): Schedule | undefined {
  if (command.type === 'SetUpRecurringWork') return { ...command.data, skipped: [], moved: [] }
  if (!work) return undefined
  switch (command.type) {
    case 'ChangeRecurringWork':
      return changedTo(work, command.data, today)
    case 'SkipRecurringDate':
      return { ...work, skipped: [...work.skipped, command.data.date] }
    case 'MoveRecurringDate': {
      const { date, to } = command.data
      return { ...work, ...ruled(work, date), moved: [...ruled(work, date).moved, { date, to }] }
    }
    case 'RestoreRecurringDate':
      return { ...work, ...ruled(work, command.data.date) }
    case 'RecordRecurringJob':
    case 'PassRecurringDate':
      return settledTo(work, command.data.date)
    case 'RecordCheckDone':
      return { ...work, rule: ruleAfter(work, command.data) }
    default:
      return work
  }
}

/**
 * The rule after the check of a date was done. Only the latest check moves the dates after it, and only while it is one; a day that was
 * recorded wrongly moves them again, unless a person has set other dates since.
 */
export function ruleAfter({ rule, check, made, done }: RecurringWork, { date, jobId, doneOn }: CheckDone) {
  if (!check || made.at(-1)?.jobId !== jobId) return rule
  const isSetSince = done?.jobId === jobId && ruleAfterCheck(rule, done.date, done.doneOn).first !== rule.first
  return isSetSince ? rule : ruleAfterCheck(rule, date, doneOn)
}

type CheckDone = { date: string; jobId: string; doneOn: string }

const ruled = ({ skipped, moved }: Schedule, date: string) => ({
  skipped: skipped.filter((one) => one !== date),
  moved: moved.filter((one) => one.date !== date),
})
