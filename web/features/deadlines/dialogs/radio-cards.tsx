import styles from './radio-cards.module.css'

type Props<Value extends string> = {
  legend: string
  options: readonly (readonly [value: Value, name: string, says?: string])[]
  value: Value | undefined
  onChange: (value: Value) => void
  error?: string | undefined
}

/** A few values, each with a sentence on what it means. */
export const RadioCards = <Value extends string>({ legend, options, value, onChange, error }: Props<Value>) => (
  <fieldset className={styles.cards}>
    <legend>{legend}</legend>
    {options.map(([one, name, says]) => (
      <label key={one} className={styles.card}>
        <input type="radio" name={legend} value={one} checked={value === one} onChange={() => onChange(one)} />
        <span>
          <strong>{name}</strong>
          {says && <span>{says}</span>}
        </span>
      </label>
    ))}
    {error && (
      <p className={styles.error} role="alert">
        {error}
      </p>
    )}
  </fieldset>
)
