import type { Refusal } from '#core/model/refusals.ts'
import { tidy } from '#core/model/typed-texts.ts'
import { isOnceAYear } from './check-rule.ts'
import type { RecurringForm } from './messages.ts'
import { refuseRecurring } from './refuse-recurring.ts'
import { longestLeadOfCheck } from './values.ts'

/** A form as it is kept: tidy texts, and none for a task without words. */
export const tidyForm = (form: RecurringForm): RecurringForm => ({
  title: tidy(form.title),
  siteId: form.siteId,
  rule: form.rule,
  holidays: form.holidays,
  leadDays: form.leadDays,
  tasks: form.tasks.flatMap(({ description, price }) => {
    const words = description.trim()
    return words ? [{ description: words, ...(price === undefined ? {} : { price }) }] : []
  }),
  ...(form.visit ? { visit: form.visit } : {}),
  ...(form.check ? { check: form.check } : {}),
})

/** The faults of a form that need no other facts to be found. */
export function faultOfForm({ title, rule, leadDays, tasks, check }: RecurringForm): Refusal | undefined {
  if (!title) return refuseRecurring('recurring-title-required', {}, 'title')
  if (tasks.length === 0) return refuseRecurring('recurring-task-required', {}, 'tasks')
  if (rule.last !== undefined && rule.last < rule.first) return refuseRecurring('recurring-ends-first', {}, 'rule')
  if (rule.first > '2199-12-31' || (rule.last ?? '') > '2199-12-31')
    return refuseRecurring('recurring-too-late', {}, 'rule')
  if (check && !isOnceAYear(rule)) return refuseRecurring('check-once-a-year', {}, 'rule')
  return check && leadDays > longestLeadOfCheck
    ? refuseRecurring('check-lead-too-long', { most: longestLeadOfCheck }, 'leadDays')
    : undefined
}

/** The form of recurring work as it is. */
export const formOf = ({ title, siteId, rule, holidays, leadDays, tasks, visit, check }: RecurringForm) =>
  tidyForm({
    title,
    siteId,
    rule,
    holidays,
    leadDays,
    tasks,
    ...(visit ? { visit } : {}),
    ...(check ? { check } : {}),
  })

/** Whether two forms say the same. Both were read by the same schema, so their parts are in the same order. */
export const isSameForm = (one: RecurringForm, other: RecurringForm) =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

/** Whether two rules come on the same dates by the same words. */
export const isSameRule = (one: RecurringForm['rule'], other: RecurringForm['rule']) =>
  JSON.stringify(ruleInOrder(one)) === JSON.stringify(ruleInOrder(other))

const ruleInOrder = ({ first, last, every, repeats, on }: RecurringForm['rule']) => [
  ...[first, last, every, repeats],
  on.map((one) => (typeof one === 'string' ? one : Object.entries(one).toSorted())),
]

const inOrder = (form: RecurringForm) => {
  const { title, siteId, rule, holidays, leadDays, tasks, visit, check } = form
  return [
    [title, siteId, ...ruleInOrder(rule), holidays, leadDays, check],
    tasks.map(({ description, price }) => [description, price]),
    visit && [visit.start, visit.minutes, visit.assignedTo],
  ]
}
