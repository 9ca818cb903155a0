import { hazards, type Law } from '#core/deadlines/values.ts'
import { label } from '#core/model/label.ts'
import { ChoiceField } from './choice-field.tsx'
import { RadioCards } from './radio-cards.tsx'
import type { HazardChoice } from './use-hazard-choice.ts'

type Props = {
  law: Law
  choice: HazardChoice
  errorOf: (field: string) => string | undefined
}

const severityChoices = [
  [
    'emergency',
    'Emergency',
    'A serious, immediate risk to health or safety. Investigate and make safe within 24 hours.',
  ],
  ['significant', 'Significant', 'A serious risk, but not immediate. Investigate within 10 working days.'],
] as const
/** Scottish law knows no emergencies of its own. */
const scottishChoices = [
  ['significant', 'Significant', 'Damp and mould that harms health or safety. Investigate within 10 working days.'],
] as const

/** What the hazard is, and how serious. */
export const HazardFields = ({ law, choice: { hazard, severity, choose }, errorOf }: Props) => (
  <>
    <ChoiceField
      label="Hazard"
      first
      nameOf={label}
      values={hazards}
      value={hazard}
      error={errorOf('hazard')}
      onChange={(to) => choose({ hazard: to })}
    />
    <RadioCards
      legend="How serious is it?"
      options={law === 'england-social' ? severityChoices : scottishChoices}
      value={severity}
      error={errorOf('severity')}
      onChange={(to) => choose({ severity: to })}
    />
  </>
)
