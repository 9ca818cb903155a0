import { IconCheck } from '@tabler/icons-react'
import { label as labelOf } from '#core/model/label.ts'
import styles from './no-access.module.css'

type Props<One extends string> = {
  label: string
  choices: readonly One[]
  chosen: readonly One[]
  /** Whether only one of them can be chosen. */
  single?: boolean
  onToggle: (one: One) => void
}

/** Choices as chips, of which one or several are ticked. */
export const Choices = <One extends string>({ label, choices, chosen, single = false, onToggle }: Props<One>) => (
  <fieldset className={styles.choices}>
    <legend>{label}</legend>
    {choices.map((one) => (
      <label key={one} className={styles.choice}>
        <input
          type={single ? 'radio' : 'checkbox'}
          name={label}
          className="sr"
          checked={chosen.includes(one)}
          onChange={() => onToggle(one)}
        />
        {chosen.includes(one) && <IconCheck size={18} stroke={2} aria-hidden />}
        {labelOf(one)}
      </label>
    ))}
  </fieldset>
)
