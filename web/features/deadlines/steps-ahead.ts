import { expectedSteps } from '#core/deadlines/outlook.ts'
import { ruleOf } from '#core/deadlines/rules.ts'
import type { Duty } from '#core/job/duties/duty.ts'

/** What the rule of a hazard asks for once its investigation is finished. */
export function stepsAhead(duty: Duty, zone: string) {
  const rule = ruleOf(duty.rule ?? '')
  const isConcluded = duty.deadlines.some(({ step, met }) => step === 'investigate' && met)
  if (!rule || !duty.severity || duty.ended || isConcluded) return []
  return expectedSteps(rule, duty.severity, duty.awareAt, zone).filter(({ due }) => due === undefined)
}
