import type { DutyOffice } from '#core/job/duties/duty.ts'
import { overtaken, overtakenWords } from '#web/ui/fields/overtaken.ts'

export type Summary = DutyOffice['summaries'][number]
export type SummaryTexts = Pick<Summary, 'found' | 'work' | 'stay' | 'contact'>

/** The fields of a written summary, in the order of its letter. */
export const summaryFields = [
  { field: 'found', label: 'What was found', rows: 3, most: 5000, required: true },
  { field: 'work', label: 'What happens next and when, or why no work is needed', rows: 3, most: 5000, required: true },
  { field: 'stay', label: 'Another place to stay, if offered', rows: 1, most: 2000, required: false },
  { field: 'contact', label: 'How to reach you, and how to complain', rows: 2, most: 1000, required: false },
] as const

export const textsOf = ({ found, work, stay, contact }: SummaryTexts): SummaryTexts => ({ found, work, stay, contact })

/** The most characters of a text that a sentence quotes. */
const mostQuoted = 300

/**
 * Texts that began with `before` once somebody else has made the summary what it is `now`: those that were left alone follow, and what was
 * typed stays. `words` are sentences about what they have written.
 */
export function summaryOver(
  before: SummaryTexts,
  given: SummaryTexts,
  now: SummaryTexts,
): { texts: SummaryTexts; words: string[] } {
  const changed = overtaken(summaryFields, { before, given, now }, ({ field }, form) => form[field])
  const followed = changed.filter(({ follows }) => follows)
  return {
    texts: { ...given, ...Object.fromEntries(followed.map(({ part: { field } }) => [field, now[field]])) },
    words: changed.map((one) => overtakenWords(whatIs(one.part, now), one)),
  }
}

function whatIs({ field, label }: (typeof summaryFields)[number], now: SummaryTexts): string {
  const text = now[field]
  if (!text) return `“${label}” is now empty`
  return `“${label}” is now “${text.length > mostQuoted ? `${text.slice(0, mostQuoted).trimEnd()}…` : text}”`
}
