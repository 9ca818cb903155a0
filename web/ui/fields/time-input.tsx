import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { completedTime, suggestionsFor, typedTime } from '#core/time/typed-time.ts'
import styles from './time-input.module.css'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onClick' | 'onFocus' | 'onKeyDown'> & {
  label: string
  value: string
  onChange: (value: string) => void
}

const hiddenAfter = 200
/** Keeps two adjacent times level, whatever message either shows. */
const order = ['label' as const, 'input' as const, 'description' as const, 'error' as const]

/** A 24-hour time, HH:mm. The colon is inserted automatically, and quarter hours are suggested. */
export function TimeInput({ value, onChange, ...field }: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hiding.current), [])
  // Opens the list at the current value.
  const open = () => {
    combobox.openDropdown()
    combobox.updateSelectedOptionIndex('active', { scrollIntoView: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Ctrl Enter saves the field's value, not the highlighted suggestion.
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
