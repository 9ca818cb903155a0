import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import styles from './time-input.module.css'
import { completedTime, suggestionsFor, typedTime } from './typed-time.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onClick' | 'onFocus' | 'onKeyDown'> & {
  label: string
  value: string
  onChange: (value: string) => void
}

const hiddenAfter = 200
/** Two times beside each other stay level, whatever is said of one of them. */
const order = ['label' as const, 'input' as const, 'description' as const, 'error' as const]

/** A time of day, 24 hours, HH:mm: the colon comes by itself, and the quarters of an hour are suggested. */
export function TimeInput({ value, onChange, ...field }: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hiding.current), [])
  // What was being chosen when the list is opened stands in the middle of it.
  const open = () => {
    combobox.openDropdown()
    combobox.updateSelectedOptionIndex('active', { scrollIntoView: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Saving by Ctrl Enter takes what stands in the field, not what the list points at.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) combobox.resetSelectedOption()
  }
  const suggestions = suggestionsFor(value)
  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(time) => {
        onChange(time)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          {...field}
          inputWrapperOrder={order}
          inputMode="numeric"
          placeholder="HH:mm"
          maxLength={5}
          value={value}
          onKeyDown={onKeyDown}
          onClick={open}
          onFocus={({ currentTarget }) => {
            clearTimeout(hiding.current)
            currentTarget.select()
          }}
          onChange={({ currentTarget }) => {
            onChange(typedTime(value, currentTarget.value))
            combobox.resetSelectedOption()
            combobox.openDropdown()
          }}
          onBlur={() => {
            if (value) onChange(completedTime(value))
            hiding.current = setTimeout(combobox.closeDropdown, hiddenAfter)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={suggestions.length === 0}>
        <Combobox.Options className={styles.times} aria-label="Suggested times">
          {suggestions.map((time) => (
            <Combobox.Option key={time} value={time} active={time === value}>
              {time}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
