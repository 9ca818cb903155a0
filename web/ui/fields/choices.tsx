import type { ReactNode } from 'react'
import styles from './choices.module.css'

type Props<Value extends string> = {
  /** What is chosen, for a screen reader; or the id of the element that says it. */
  name: string | { labelledBy: string }
  options: readonly (readonly [value: Value, label: ReactNode])[]
  value: Value
  onChange: (value: Value) => void
  /** While a choice is saved. */
  busy?: boolean
  compact?: boolean
}

/** A few choices side by side, of which one holds. */
export const Choices = <Value extends string>({ name, options, value, onChange, busy, compact }: Props<Value>) => (
  <fieldset
    className={styles.choices}
    data-compact={compact || undefined}
    aria-labelledby={typeof name === 'string' ? undefined : name.labelledBy}
  >
    {typeof name === 'string' && <legend className="sr">{name}</legend>}
    {options.map(([one, label]) => (
      <button
        key={one}
        type="button"
        className={styles.choice}
        aria-pressed={one === value}
        aria-disabled={busy}
        onClick={() => onChange(one)}
      >
        {label}
      </button>
    ))}
  </fieldset>
)
