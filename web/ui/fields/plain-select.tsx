import { IconSelector } from '@tabler/icons-react'
import styles from './plain-select.module.css'

type Props = {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A styled native select, as there may be fifty on a page. */
export const PlainSelect = ({ label, value, options, onChange }: Props) => (
  <span className={styles.box}>
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </select>
    <IconSelector size={16} aria-hidden />
  </span>
)
