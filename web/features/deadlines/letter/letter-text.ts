import type { Duty, DutyOffice } from '#core/job/duties/duty.ts'
import { label } from '#core/model/label.ts'
import { fullDayIn } from '#core/time/format.ts'

export type LetterPart = { heading: string; text: string }
type Summary = Pick<DutyOffice['summaries'][number], 'found' | 'work' | 'stay' | 'contact'>

/** What a written summary says, part by part. */
export function partsOf(duty: Duty, { found, work, stay, contact }: Summary, zone: string): LetterPart[] {
  const met = duty.deadlines.find(({ step }) => step === 'investigate')?.met
  const report = `You told us about this on ${fullDayIn(duty.awareAt, zone)}.`
  const investigated = met ? ` We finished looking into it on ${fullDayIn(met.at, zone)}.` : ''
  return [
    { heading: 'Your report', text: `${label(duty.hazard ?? 'other')}. ${report}${investigated}` },
    { heading: 'What we found', text: [met?.found && verdicts[met.found], found].filter(Boolean).join('\n') },
    { heading: 'What happens next', text: work },
    ...(stay ? [{ heading: 'Somewhere else to stay', text: stay }] : []),
    ...(contact ? [{ heading: 'How to reach us or complain', text: contact }] : []),
  ]
}

const verdicts = {
  emergency: 'This is an emergency hazard.',
  significant: 'This is a significant hazard.',
  'no hazard': 'We found no hazard that the law covers.',
} as const

type Letter = {
  sender: readonly string[]
  to: string
  place: string
  date: string
  title: string
  parts: readonly LetterPart[]
}

/** The letter as plain text, to paste into an email. */
export const letterText = ({ sender, to, place, date, title, parts }: Letter): string =>
  [
    ...[sender.join('\n'), `${to}\n${place}`, date, title],
    ...parts.map(({ heading, text }) => `${heading}\n${text}`),
  ].join('\n\n')
