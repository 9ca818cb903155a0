import { gasSafety, nextDeadline } from './anniversary.ts'
import type { RecurringRule } from './rule.ts'

/** Whether a rule is as that of a check has to be: every year, on one day of the year. */
export const isOnceAYear = (rule: RecurringRule) =>
  rule.repeats === 'yearly' && rule.every === 1 && rule.on.length === 1 && rule.on.every((one) => 'day' in one)

/**
 * The rule of a check after it was done: it is due on the anniversary of its date if it was done in the early months, and otherwise from
 * the day on which it was done.
 */
export function ruleAfterCheck(rule: RecurringRule, date: string, doneOn: string): RecurringRule {
  const due = nextDeadline(gasSafety, date, doneOn)
  const [, month = 1, day = 1] = due.split('-').map(Number)
  const { last } = rule
  // 29 February stays what was agreed: other years have its last day.
  const on = comesOn(rule, due) && rule.repeats === 'yearly' ? rule.on : [{ month, day }]
  return { repeats: 'yearly', every: 1, on, first: due, ...(last === undefined ? {} : { last }) }
}

/** Whether a yearly rule comes on a day, the last of a short February among them. */
function comesOn(rule: RecurringRule, due: string): boolean {
  if (rule.repeats !== 'yearly') return false
  const [year = 0, month = 1, day = 1] = due.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return rule.on.some((one) => one.month === month && 'day' in one && Math.min(one.day, last) === day)
}
