import { Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isTime } from '#core/time/time-of-day.ts'
import { completedTime, shownOf, suggestionsFor, type TypedTime, typedTime, whyNoTime } from '#core/time/typed-time.ts'
import styles from './time-input.module.css'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onClick' | 'onFocus' | 'onKeyDown'> & {
  label: string
  value: string
  onChange: (value: string) => void
}

const hiddenAfter = 200
/** Keeps two adjacent times level, whatever message either shows. */
const order = ['label' as const, 'input' as const, 'description' as const, 'error' as const]

/** What was typed last, and whether the field says that it is no time. */
type Typed = TypedTime & { isTold?: boolean }

/**
 * A 24-hour time, HH:mm. The colon is inserted automatically, and quarter hours are suggested. Text that is no time stays, and no
 * form is sent with it (see `focusUnread`); the value is then the beginning of a time.
 */
export function TimeInput({ value, onChange, error, ...field }: Props) {
  const [last, setLast] = useState<Typed>()
  // Setting another time drops what was typed.
  const typed: Typed = last?.time === value ? last : { time: value }
  const shown = shownOf(typed)
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
    if (event.key === 'Enter' && typed.unread) setLast({ ...typed, isTold: true })
  }
  const complete = () => {
    const completed = completedTime(value)
    if (typed.unread || (completed && !isTime(completed))) setLast({ time: value, unread: shown, isTold: true })
    else if (completed) onChange(completed)
  }
  const suggestions = suggestionsFor(shown)
  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(time) => {
        setLast({ time })
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
          value={shown}
          data-unread={typed.unread && (typed.isTold ? 'told' : 'being typed')}
          error={typed.isTold ? whyNoTime(shown) : error}
          onKeyDown={onKeyDown}
          onClick={open}
          onFocus={({ currentTarget }) => {
            clearTimeout(hiding.current)
            currentTarget.select()
          }}
          onChange={({ currentTarget }) => {
            const next = typedTime(typed, currentTarget.value)
            setLast(next)
            onChange(next.time)
            combobox.resetSelectedOption()
            combobox.openDropdown()
          }}
          onBlur={() => {
            complete()
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
