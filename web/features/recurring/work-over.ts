import { holidayWords, leadWords, ruleWords, visitWords } from '#core/recurring/words.ts'
import { dayName } from '#core/time/format.ts'
import type { RecurringItem } from '#core/wire/jobs/recurring.ts'
import { overtaken, overtakenWords } from '#web/ui/fields/overtaken.ts'
import { formOf, type Typed } from './recurring-form.ts'

/** What people take for one thing, and the fields that hold it. */
const parts = {
  title: ['title'],
  site: ['site', 'siteId'],
  often: ['repeats', 'every', 'weekly', 'dates'],
  first: ['first'],
  last: ['last'],
  holidays: ['holidays'],
  leadDays: ['leadDays'],
  visit: ['start', 'minutes'],
  people: ['assignedTo'],
  tasks: ['tasks'],
  check: ['isCheck'],
} as const satisfies Record<string, readonly (keyof Typed)[]>
type Part = keyof typeof parts
const partNames: readonly Part[] = [
  'title',
  'site',
  'often',
  'first',
  'last',
  'holidays',
  'leadDays',
  'visit',
  'people',
  'tasks',
  'check',
]

/**
 * A form of recurring work that began with `before` once somebody else has made the work what it is `now`: it follows them in each part
 * that was left alone in it, and keeps what was typed. `words` are sentences about what they have changed.
 */
export function workOver(before: Typed, typed: Typed, now: RecurringItem): { typed: Typed; words: string[] } {
  const theirs = formOf(now)
  const changed = overtaken(partNames, { before, given: typed, now: theirs }, saidOf)
  const followed = changed.filter(({ follows }) => follows).flatMap(({ part }) => parts[part])
  return {
    typed: { ...typed, ...Object.fromEntries(followed.map((field) => [field, theirs[field]])) },
    words: changed.map((one) => overtakenWords(whatIs(one.part, now), one)),
  }
}

/** What a part says, without the ids that its lines have on this page alone. */
function saidOf(part: Part, form: Typed): string {
  const { repeats, every, weekly, dates, start, minutes } = form
  if (part === 'often')
    return JSON.stringify(
      repeats === 'weekly'
        ? [repeats, every, weekly.toSorted()]
        : [repeats, every, dates.map(({ date, month }) => (repeats === 'monthly' ? date : [date, month]))],
    )
  if (part === 'tasks') return JSON.stringify(form.tasks.map(({ description, price }) => [description, price]))
  if (part === 'visit') return start && `${start} ${minutes}`
  return JSON.stringify(parts[part].map((field) => form[field]))
}

function whatIs(part: Part, { title, site, rule, holidays, leadDays, visit, check }: RecurringItem): string {
  switch (part) {
    case 'title':
      return `The work is now called “${title}”`
    case 'site':
      return `The site is now ${site}`
    case 'often':
      return `It now comes ${ruleWords(rule).replace(/^./, (letter) => letter.toLowerCase())}`
    case 'first':
      return `The first day is now ${dayName(rule.first)}`
    case 'last':
      return rule.last === undefined ? 'It now has no last day' : `The last day is now ${dayName(rule.last)}`
    case 'holidays':
      return `“On a weekend or bank holiday” is now “${holidayWords[holidays]}”`
    case 'leadDays':
      return `Its job is now made ${leadWords(leadDays)}`
    case 'visit':
      return visit ? `The visit is now ${visitWords(visit)}` : 'It now has no visit'
    case 'people':
      return 'The people of the visit have changed'
    case 'tasks':
      return 'The tasks have changed'
    case 'check':
      return check ? 'It is now a gas safety check' : 'It is no longer a gas safety check'
  }
}
