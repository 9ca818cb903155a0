import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { type TypingDay, typedDay, whyNoDay } from '#core/time/typed-day.ts'

type Props = Omit<DateInputProps, 'label' | 'value' | 'onChange' | 'onBlur' | 'onClick' | 'onKeyDown' | 'dateParser'> &
  TypingDay & {
    label: string
    /** A day such as '2026-11-20'; empty without one. */
    value: string
    /** Gives a day; none only where the field is `clearable` or allows to deselect. */
    onChange: (day: string) => void
  }

/**
 * A day: typed as British people write it, with words such as 'tomorrow' and 'thu', or picked from a small calendar. Text that is
 * no day stays, and no form is sent with it (see `focusUnread`): it would be sent with the day before.
 */
export function DateField({ value, onChange, today, toward, error, clearButtonProps, ...field }: Props) {
  const [unread, setUnread] = useState<'being typed' | 'told'>()
  const [why, setWhy] = useState('')
  const [of, setOf] = useState(value)
  // Setting another day drops what was typed.
  if (of !== value) {
    setOf(value)
    setUnread(undefined)
  }
  const [shownAfresh, setShownAfresh] = useState(0)
  // The day that the field had when it took the focus; while somebody types, the text passes through others.
  const [before, setBefore] = useState(value)
  const typing = { today, toward, before }
  const tell = (text: string) => {
    setUnread('told')
    setWhy(whyNoDay(text, typing))
  }
  const onBlur = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (!unread) return
    // The text itself decides: after fast typing what was noted of it can be behind, and the day would be told to be none.
    if (!typedDay(currentTarget.value, typing)) return tell(currentTarget.value)
    setUnread(undefined)
    setShownAfresh((times) => times + 1)
  }
  const mayBeEmpty = field.clearable || field.allowDeselect
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value
    if (event.key !== 'Enter' || typed.trim() === '' || typedDay(typed, typing)) return
    event.preventDefault()
    event.stopPropagation()
    tell(typed)
  }
  return (
    <DateInput
      key={shownAfresh}
      rightSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
      rightSectionPointerEvents="none"
      clearSectionMode="clear"
      clearButtonProps={{ 'aria-label': `Clear: ${field.label}`, ...clearButtonProps }}
      {...field}
      // The calendar would cover what is told.
      {...(unread === 'told' ? { popoverProps: { ...field.popoverProps, disabled: true } } : {})}
      value={value || null}
      data-unread={unread}
      error={unread === 'told' ? why : error}
      dateParser={(text) => {
        const day = typedDay(text, typing)
        setUnread(day || text.trim() === '' ? undefined : 'being typed')
        return day
      }}
      fixOnBlur={!unread}
      onFocus={() => setBefore(value)}
      onKeyDown={onKeyDown}
      onClick={() => unread && setUnread('being typed')}
      onBlur={onBlur}
      onChange={(day) => {
        setUnread(undefined)
        if (day || mayBeEmpty) onChange(day ?? '')
      }}
    />
  )
}
