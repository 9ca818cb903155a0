import { Popover } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { hasPopup } from '#web/ui/dialogs/dialog-keys.ts'
import styles from './picker.module.css'

type Props = {
  /** What it filters by: 'Person'. */
  name: string
  /** The choice in a word or two; empty for all. */
  chosen: string
  /** The choice alone shows what it filters by. */
  plain?: boolean
  onClear: () => void
  children: ReactNode
}

/** A filter: shows the choice, opens its options and clears it. */
export function Picker({ name, chosen, plain = false, onClear, children }: Props) {
  const [open, setOpen] = useState(false)
  // Mantine would close it together with the calendar of a date field in it.
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key === 'Escape' && !(target instanceof Element && hasPopup(target))) setOpen(false)
  }
  return (
    <div className={styles.picker} data-chosen={chosen !== '' || undefined}>
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        closeOnEscape={false}
      >
        <Popover.Target>
          <button type="button" className={styles.opener} aria-expanded={open} onClick={() => setOpen(!open)}>
            <span className={plain && chosen ? 'sr' : undefined}>{name} </span>
            <span className={styles.chosen}>{chosen || 'Any'}</span>
            <IconChevronDown size={14} stroke={1.75} aria-hidden />
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={name} className={styles.dropdown} onKeyDown={onKeyDown}>
          {children}
        </Popover.Dropdown>
      </Popover>
      {chosen && (
        <button type="button" className={styles.clear} onClick={onClear}>
          <IconX size={14} stroke={1.75} aria-hidden />
          <span className="sr">Any {name.toLowerCase()}</span>
        </button>
      )}
    </div>
  )
}

type Option = { value: string; name: string }
export type OptionsProps = {
  options: readonly Option[]
  chosen: readonly string[]
  onChoose: (choose: (chosen: readonly string[]) => readonly string[]) => void
}

/** A choice of any number of options. */
export const Options = ({ options, chosen, onChoose }: OptionsProps) => (
  <ul className={styles.options}>
    {options.map(({ value, name }) => (
      <li key={value}>
        <label className={styles.option}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose((now) => [...now.filter((one) => one !== value), ...(checked ? [value] : [])])
            }
          />
          {name}
        </label>
      </li>
    ))}
  </ul>
)

/** The one name, or the number of them. */
export const chosenWords = (names: readonly string[]) =>
  names.length > 1 ? `${names.length} chosen` : (names[0] ?? '')
