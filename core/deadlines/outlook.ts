import { clocksAtReport } from './clocks.ts'
import type { DeadlineRule, StepRule } from './rules.ts'
import { type Limit, limitWords, type Severity, type Step } from './values.ts'

/** A step that a rule asks for, how long it gives in words, and when it is due if its clock has started. */
export type Expected = { step: Step; within: string; due?: string }

/**
 * Everything that a rule asks for of a hazard, in order: with dates for what counts from the report, in words for what counts from
 * an investigation that is not finished.
 */
export function expectedSteps(rule: DeadlineRule, severity: Severity, awareAt: string, zone: string): Expected[] {
  const clocks = clocksAtReport(rule, severity, awareAt, zone)
  return (rule.bySeverity[severity]?.steps ?? [])
    .toSorted((one, other) => one.limit.amount - other.limit.amount)
    .map((one) => {
      const due = clocks.find(({ step }) => step === one.step)?.due
      return { step: one.step, within: withinWords(one), ...(due === undefined ? {} : { due }) }
    })
    .toSorted((one, other) => Number(one.due === undefined) - Number(other.due === undefined))
}

const starts = { aware: 'the report', investigated: 'investigating' } as const

/** '5 working days after investigating, 12 weeks at the latest'. */
function withinWords({ limit, from, latest }: StepRule): string {
  const words = `${limitWords(limit)} after ${starts[from]}`
  return latest && latest.from === from ? `${words}, ${inWeeks(latest.limit)} at the latest` : words
}

/** Whole weeks of days are said as weeks. */
const inWeeks = ({ amount, unit }: Limit) =>
  unit === 'days' && amount % 7 === 0 && amount > 7 ? `${amount / 7} weeks` : limitWords({ amount, unit })
