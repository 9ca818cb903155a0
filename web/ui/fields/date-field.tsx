import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { type TypingDay, typedDay } from '#core/time/typed-day.ts'

type Props = Omit<DateInputProps, 'label' | 'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'dateParser'> &
  TypingDay & {
    label: string
    /** A day such as '2026-11-20'; empty without one. */
    value: string
    /** Gives a day; none only where the field is `clearable` or allows to deselect. */
    onChange: (day: string) => void
  }

/** A day: typed as British people write it, with words such as 'tomorrow' and 'thu', or picked from a small calendar. */
export function DateField({ value, onChange, today, toward, error, clearButtonProps, ...field }: Props) {
  const [isUnread, setUnread] = useState(false)
  const mayBeEmpty = field.clearable || field.allowDeselect
  // Enter would submit the day before, which the text no longer shows.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value
    if (event.key !== 'Enter' || typed.trim() === '' || typedDay(typed, { today, toward })) return
    event.preventDefault()
    event.stopPropagation()
    setUnread(true)
  }
  return (
    <DateInput
      rightSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
      rightSectionPointerEvents="none"
      clearSectionMode="clear"
      clearButtonProps={{ 'aria-label': `Clear: ${field.label}`, ...clearButtonProps }}
      {...field}
      value={value || null}
      error={isUnread ? 'Enter a day such as 23/11, thu or tomorrow.' : error}
      dateParser={(text) => {
        setUnread(false)
        return typedDay(text, { today, toward })
      }}
      onKeyDown={onKeyDown}
      onBlur={() => setUnread(false)}
      onChange={(day) => (day || mayBeEmpty) && onChange(day ?? '')}
    />
  )
}
