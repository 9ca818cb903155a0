import { RRuleTemporal } from 'rrule-temporal'
import { v5 as idFrom } from 'uuid'
import { type RecurringRule, rruleTexts } from '#core/recurring/rule.ts'

/** The next dates of a rule from a day on, in order, each once; fewer if it ends before, none if it never comes. */
export function datesFrom(rule: RecurringRule, from: string, most: number): string[] {
  const start = from > rule.first ? from : rule.first
  const days = rruleTexts(rule).flatMap((rruleString) => {
    const all = new RRuleTemporal({ rruleString })
    const found: string[] = []
    let next = all.next(new Date(`${start}T00:00:00Z`), true)
    while (next && found.length < most) {
      found.push(next.toPlainDate().toString())
      next = all.next(new Date(next.epochMilliseconds), false)
    }
    return found
  })
  return [...new Set(days)].toSorted().slice(0, most)
}

/** The dates of a rule within these days, in order, each once. */
export function datesBetween(rule: RecurringRule, from: string, until: string): string[] {
  const start = from > rule.first ? from : rule.first
  if (until < start) return []
  const [first, last] = [new Date(`${start}T00:00:00Z`), new Date(`${until}T00:00:00Z`)]
  const days = rruleTexts(rule).flatMap((rruleString) =>
    new RRuleTemporal({ rruleString }).between(first, last, true).map((one) => one.toPlainDate().toString()),
  )
  return [...new Set(days)].toSorted()
}

const namespace = '2f8de5a4-0b61-4c55-9a26-6b7f3f2c9e11'

/** The id of the command that makes the job of one date: however often it is given, by whichever process, the job is made once. */
export const commandOfDate = (seriesId: string, date: string) => idFrom(`${seriesId} ${date}`, namespace)
