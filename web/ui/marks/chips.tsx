import { numberText } from '#web/ui/number-format.ts'
import styles from './chips.module.css'

type Chip<Key extends string> = { key: Key; name: string; count: number | undefined }
type Props<Key extends string> = {
  /** What the chips choose, for screen readers. */
  label: string
  chips: readonly Chip<Key>[]
  chosen: Key | undefined
  onChoose: (key: Key) => void
}

/** Filter chips of a phone's list, each with its count. */
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
        {name} {count !== undefined && <span className={styles.count}>{numberText(count)}</span>}
      </button>
    ))}
  </fieldset>
)
