import { type Hazard, hazards, type Law, type Severity } from '#core/deadlines/values.ts'
import { label } from '#core/model/label.ts'
import { ChoiceField } from './choice-field.tsx'
import { RadioCards } from './radio-cards.tsx'

type Props = {
  law: Law
  hazard: Hazard | undefined
  severity: Severity | undefined
  onHazard: (hazard: Hazard) => void
  onSeverity: (severity: Severity) => void
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
export const HazardFields = ({ law, hazard, severity, onHazard, onSeverity, errorOf }: Props) => (
  <>
    <ChoiceField
      label="Hazard"
      first
      nameOf={label}
      values={hazards}
      value={hazard}
      error={errorOf('hazard')}
      onChange={onHazard}
    />
    <RadioCards
      legend="How serious is it?"
      options={law === 'england-social' ? severityChoices : scottishChoices}
      value={severity}
      error={errorOf('severity')}
      onChange={onSeverity}
    />
  </>
)
