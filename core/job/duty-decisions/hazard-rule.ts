import { covers, type DeadlineRule, firstRuleFor, ruleInForce } from '#core/deadlines/rules.ts'
import type { Hazard, Law, Severity } from '#core/deadlines/values.ts'
import type { JobContext } from '#core/job/decision-rules.ts'
import type { Refusal } from '#core/model/refusals.ts'
import { paperDay } from '#core/time/format.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { nowOf, zoneOf } from './duty-rules.ts'
import { refuseDeadline } from './refuse-deadline.ts'

type Given = { hazard?: Hazard | undefined; severity?: Severity | undefined; awareAt: string; law: Law }
type Ruled = { hazard: Hazard; severity: Severity; awareAt: string; rule: DeadlineRule }

/** The rule that a report falls under: the one in force on the day when the landlord became aware. */
export function ruled({ hazard, severity, awareAt, law }: Given, context: JobContext): Ruled | Refusal {
  if (!hazard) return refuseDeadline('hazard-required', {}, 'hazard')
  if (!severity) return refuseDeadline('severity-required', {}, 'severity')
  if (Date.parse(awareAt) > Date.parse(nowOf(context))) return refuseDeadline('aware-ahead', {}, 'awareAt')
  const { day } = wallClock(awareAt, zoneOf(context))
  const rule = ruleInForce(law, day)
  if (rule && covers(rule, severity, hazard)) return { hazard, severity, awareAt, rule }
  const first = firstRuleFor(law, severity, hazard)
  const words = { hazard, severity: named(severity) }
  return first && first.inForce > day
    ? refuseDeadline('no-rule-yet', { ...words, day: paperDay(first.inForce) }, 'awareAt')
    : refuseDeadline('no-rule', words, 'hazard')
}

const named = (severity: Severity) => (severity === 'emergency' ? 'an emergency' : 'a significant hazard')
