import type { Step } from '#core/deadlines/values.ts'
import { type Duty, openDeadlines } from '#core/job/duties/duty.ts'

/** What the law promises in words that a tenant understands. */
const words: Record<Step, string> = {
  investigate: 'We look into it',
  'make safe': 'We make it safe',
  summary: 'You get what we found in writing',
  'further work': 'Further work begins',
  repair: 'The repair is finished',
  finish: 'The work is finished',
}

/** What is promised to who reported a repair, and by when: the open deadlines of its job, the next one first. Late ones are left out. */
export const promises = (duties: readonly Duty[], now: string): { says: string; due: string }[] =>
  duties
    .flatMap(openDeadlines)
    .filter(({ due }) => Date.parse(due) >= Date.parse(now))
    .toSorted((one, other) => Date.parse(one.due) - Date.parse(other.due))
    .map(({ step, due }) => ({ says: words[step], due }))
