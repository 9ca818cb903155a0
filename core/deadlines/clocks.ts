import { type DayCount, dueAfter } from './counting.ts'
import { type CountedFrom, covers, type DeadlineRule, type StepRule } from './rules.ts'
import type { Finding, Hazard, Limit, Severity, Step } from './values.ts'

/** A running clock: the step, what it counts from, when that was, and when it is due. */
export type Clock = {
  step: Step
  from: CountedFrom
  startedAt: string
  due: string
  /** The outer limit of a milder reading, where it is known. */
  latest?: string
}

/** The clocks that start when a landlord becomes aware of a hazard. */
export function clocksAtReport(rule: DeadlineRule, severity: Severity, awareAt: string, zone: string): Clock[] {
  const days = { zone, holidays: rule.holidays }
  return (rule.bySeverity[severity]?.steps ?? [])
    .filter((one) => one.from === 'aware')
    .map((one) => clockOf(one, { aware: awareAt }, days))
}

/** What an investigation concluded, when, and as what the hazard was recorded. */
export type Conclusion = {
  hazard: Hazard
  recordedAs: Severity
  found: Finding
  awareAt: string
  investigatedAt: string
}

/**
 * The clocks that start, or are given their outer limit, when an investigation is concluded. A written summary is owed whatever was
 * found, also where the rule does not cover it. An emergency that only the investigation has found must be made safe within hours of it;
 * a law that knows no emergencies asks for the same as of the hazard that was recorded.
 */
export function clocksAtConclusion(
  rule: DeadlineRule,
  { hazard, recordedAs, found, awareAt, investigatedAt }: Conclusion,
  zone: string,
): Clock[] {
  const starts = { aware: awareAt, investigated: investigatedAt }
  const days = { zone, holidays: rule.holidays }
  const severity = found === 'emergency' && !rule.bySeverity.emergency ? recordedAs : found
  if (severity === 'no hazard' || !covers(rule, severity, hazard))
    return (rule.bySeverity[recordedAs]?.steps ?? [])
      .filter((one) => one.step === 'summary')
      .map((one) => clockOf(one, starts, days))
  const asked = rule.bySeverity[severity]
  const isFoundLater = severity === 'emergency' && recordedAs === 'significant'
  const steps = (isFoundLater && asked?.foundLater) || asked?.steps || []
  return steps
    .filter((one) => one.from === 'investigated' || one.latest?.from === 'investigated')
    .map((one) => clockOf(one, starts, days))
}

/** The one clock of a company's own service level. */
export const clockOfLevel = (limit: Limit, startedAt: string, days: DayCount): Clock => ({
  step: 'finish',
  from: 'aware',
  startedAt,
  due: dueAfter(startedAt, limit, days),
})

type Starts = { aware: string; investigated?: string }

function clockOf({ step, from, limit, latest }: StepRule, starts: Starts, days: DayCount): Clock {
  const startedAt = starts[from] ?? starts.aware
  const latestFrom = latest && starts[latest.from]
  return {
    step,
    from,
    startedAt,
    due: dueAfter(startedAt, limit, days),
    ...(latest && latestFrom ? { latest: dueAfter(latestFrom, latest.limit, days) } : {}),
  }
}
