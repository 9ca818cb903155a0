import type { Duty } from '#core/job/duties/duty.ts'
import { label } from '#core/model/label.ts'
import { paperDayIn, timeIn } from '#core/time/format.ts'
import { severityNames } from '#web/features/deadlines/duty-words.ts'
import { overtaken, overtakenWords } from '#web/ui/fields/overtaken.ts'

/** What is corrected of a report. */
export type Report = Pick<Duty, 'hazard' | 'severity'> & { awareAt: string | undefined }

const parts = ['hazard', 'severity', 'awareAt'] as const

/** What somebody else has corrected of a report since it was `before`, part by part, in sentences: see {@link overtaken}. */
export function reportOver(before: Report, given: Report, now: Duty, zone: string) {
  const changed = overtaken(parts, { before, given, now }, (part, report) => report[part] ?? '')
  return {
    follows: (part: (typeof parts)[number]) => changed.some((one) => one.part === part && one.follows),
    words: changed.map((one) => overtakenWords(whatIs(one.part, now, zone), one)),
  }
}

function whatIs(part: (typeof parts)[number], { hazard, severity, awareAt }: Duty, zone: string): string {
  if (part === 'hazard') return `The hazard is now “${label(hazard ?? 'other')}”`
  if (part === 'severity') return `It is now ${severity ? severityNames[severity] : 'not graded'}`
  return `It was now received on ${paperDayIn(awareAt, zone)} at ${timeIn(awareAt, zone)}`
}
