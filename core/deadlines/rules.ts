import type { HolidayDivision } from './values.ts'
import { type Hazard, hazards, type Law, type Limit, type Severity, type Step } from './values.ts'

/** What a limit counts from: when the landlord became aware, or when the investigation was concluded. */
export type CountedFrom = 'aware' | 'investigated'
type Counted = { from: CountedFrom; limit: Limit }

/**
 * A step and the limit that Fettle aims at, by the strictest reading of the rule. `latest` is the outer limit of a milder reading, or
 * of the rule itself. A step can be put off, with a reason, up to its latest day or freely after a notice to the tenant; others never.
 */
export type StepRule = Counted & { step: Step; latest?: Counted; putOff?: 'until latest' | 'with notice' }

/** What a severity asks for. `foundLater` replaces the steps of an emergency that only an investigation has found. */
export type SeverityRule = { hazards: readonly Hazard[]; steps: readonly StepRule[]; foundLater?: readonly StepRule[] }

/**
 * A law as it stood from a day on. A rule never changes once a release has had it: deadlines name the rule that they started under. A
 * change of the law is another rule with the next version.
 */
export type DeadlineRule = {
  ruleId: string
  law: Law
  version: number
  /** The first day on which a report counts under it. */
  inForce: string
  /** Where it is written. */
  source: string
  holidays: HolidayDivision
  bySeverity: Partial<Record<Severity, SeverityRule>>
}

const hours = (amount: number): Limit => ({ amount, unit: 'hours' })
const workingDays = (amount: number): Limit => ({ amount, unit: 'working days' })
const days = (amount: number): Limit => ({ amount, unit: 'days' })

const englandAfterInvestigation: readonly StepRule[] = [
  { step: 'summary', from: 'investigated', limit: workingDays(3) },
  {
    step: 'further work',
    from: 'investigated',
    limit: workingDays(5),
    latest: { from: 'investigated', limit: days(84) },
    putOff: 'until latest',
  },
]
/** Ministers and most landlords read the regulations as 24 hours from awareness to safe; a milder reading counts from identification. */
const englandEmergency: SeverityRule = {
  hazards,
  steps: [
    { step: 'investigate', from: 'aware', limit: hours(24) },
    {
      step: 'make safe',
      from: 'aware',
      limit: hours(24),
      latest: { from: 'investigated', limit: hours(24) },
    },
    ...englandAfterInvestigation,
  ],
  foundLater: [{ step: 'make safe', from: 'investigated', limit: hours(24) }, ...englandAfterInvestigation],
}
const englandSignificant = (covered: readonly Hazard[]): SeverityRule => ({
  hazards: covered,
  steps: [
    { step: 'investigate', from: 'aware', limit: workingDays(10) },
    { step: 'make safe', from: 'investigated', limit: workingDays(5) },
    ...englandAfterInvestigation,
  ],
})
const england = {
  law: 'england-social',
  source: 'Hazards in Social Housing (Prescribed Requirements) (England) Regulations 2025, SI 2025/1042',
  holidays: 'england-and-wales',
} as const

const scotlandSteps: readonly StepRule[] = [
  { step: 'investigate', from: 'aware', limit: workingDays(10), putOff: 'with notice' },
  { step: 'summary', from: 'investigated', limit: workingDays(3), putOff: 'with notice' },
  { step: 'further work', from: 'investigated', limit: workingDays(5), putOff: 'with notice' },
]
const scotland = {
  version: 1,
  inForce: '2026-10-06',
  source: 'SSI 2026/173',
  holidays: 'scotland',
} as const

/** Every rule, also those that are superseded: deadlines that started under one still follow it. */
export const rules: readonly DeadlineRule[] = [
  {
    ...england,
    ruleId: 'england-social-1',
    version: 1,
    inForce: '2025-10-27',
    bySeverity: { emergency: englandEmergency, significant: englandSignificant(['damp and mould']) },
  },
  {
    ...england,
    ruleId: 'england-social-2',
    version: 2,
    inForce: '2026-11-30',
    bySeverity: {
      emergency: englandEmergency,
      significant: englandSignificant([
        'damp and mould',
        'excess cold',
        'excess heat',
        'falls',
        'structural collapse',
        'fire',
        'explosion',
        'electrical',
        'hygiene and pests',
        'food safety',
      ]),
    },
  },
  {
    ...scotland,
    ruleId: 'scotland-social-1',
    law: 'scotland-social',
    bySeverity: {
      significant: {
        hazards: ['damp and mould'],
        steps: [
          ...scotlandSteps,
          { step: 'repair', from: 'investigated', limit: workingDays(20), putOff: 'with notice' },
        ],
      },
    },
  },
  {
    ...scotland,
    ruleId: 'scotland-private-1',
    law: 'scotland-private',
    bySeverity: { significant: { hazards: ['damp and mould'], steps: scotlandSteps } },
  },
]

/** Whose bank holidays a law leaves out. */
export const holidaysOf = (law: Law): HolidayDivision =>
  rules.find((one) => one.law === law)?.holidays ?? 'england-and-wales'

/** Whose bank holidays a hazard or service level leaves out: those that its clock was started with, as far as they are recorded. */
export const holidaysOfDuty = (
  { rule, holidays }: { rule?: string | undefined; holidays?: HolidayDivision | undefined },
  law: Law,
): HolidayDivision => ruleOf(rule ?? '')?.holidays ?? holidays ?? holidaysOf(law)

export const ruleOf = (ruleId: string): DeadlineRule | undefined => rules.find((one) => one.ruleId === ruleId)

/** The rule of a law in force on a day; undefined before its first one. */
export const ruleInForce = (law: Law, day: string): DeadlineRule | undefined =>
  rules.filter((one) => one.law === law && one.inForce <= day).toSorted((a, b) => b.version - a.version)[0]

/** The first rule of a law that covers a hazard of this severity; undefined if none does. */
export const firstRuleFor = (law: Law, severity: Severity, hazard: Hazard): DeadlineRule | undefined =>
  rules.find((one) => one.law === law && covers(one, severity, hazard))

export const covers = ({ bySeverity }: DeadlineRule, severity: Severity, hazard: Hazard): boolean =>
  bySeverity[severity]?.hazards.includes(hazard) ?? false
