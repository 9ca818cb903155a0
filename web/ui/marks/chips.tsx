import { numberText } from '#web/ui/number-format.ts'
import styles from './chips.module.css'

type Chip<Key extends string> = { key: Key; name: string; count: number | undefined }
type Props<Key extends string> = {
  /** What is chosen with them, for those who listen. */
  label: string
  chips: readonly Chip<Key>[]
  chosen: Key | undefined
  onChoose: (key: Key) => void
}

/** Which lines a phone lists, with how many there are of each. */
export const Chips = <Key extends string>({ label, chips, chosen, onChoose }: Props<Key>) => (
  <fieldset className={styles.chips} aria-label={label}>
    {chips.map(({ key, name, count }) => (
      <button
        key={key}
        type="button"
        className={styles.chip}
        aria-pressed={chosen === key}
        onClick={() => onChoose(key)}
      >
        {name} <span className={styles.count}>{count !== undefined && numberText(count)}</span>
      </button>
    ))}
  </fieldset>
)
