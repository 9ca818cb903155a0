import type { DayCount } from '#core/deadlines/counting.ts'
import { standingOf } from '#core/deadlines/standing.ts'
import { type Deadline, type Duty, isOpen, openDeadlines } from '#core/job/duties/duty.ts'

/** How a step stands: what is due first is `next`; what an investigation or an ending has made needless is `over`. */
export type RowIs = 'met' | 'met late' | 'late' | 'next' | 'later' | 'over'

export type RowState = { is: RowIs; words: string }

/** How each step of a hazard stands at an instant, and how far from its time it is. */
export function rowState(duty: Duty, deadline: Deadline, now: string, days: DayCount): RowState {
  const { isMet, isLate, words } = standingOf({ due: deadline.due, metAt: deadline.met?.at }, now, days)
  if (isMet) return { is: isLate ? 'met late' : 'met', words }
  if (!isOpen(duty, deadline)) return { is: 'over', words: 'Not needed any more' }
  if (isLate) return { is: 'late', words }
  return { is: nextOf(duty, now)?.step === deadline.step ? 'next' : 'later', words }
}

/** The open deadline that is due first of those that are not late. */
const nextOf = (duty: Duty, now: string): Deadline | undefined =>
  openDeadlines(duty)
    .filter(({ due }) => Date.parse(due) >= Date.parse(now))
    .toSorted((one, other) => Date.parse(one.due) - Date.parse(other.due))[0]

/** The open deadlines that have passed, the oldest first. */
export const lateOnes = (duty: Duty, now: string): Deadline[] =>
  openDeadlines(duty)
    .filter(({ due }) => Date.parse(due) < Date.parse(now))
    .toSorted((one, other) => Date.parse(one.due) - Date.parse(other.due))
