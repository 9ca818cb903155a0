import { useState } from 'react'
import { timeOfDay } from '#core/notifications/settings.ts'
import { TimeInput } from '#web/ui/fields/time-input.tsx'

type Props = { label: string; value: string; disabled: boolean; onSave: (time: string) => void }

/** A time that is saved as soon as it is one. */
export function SavedTime({ label, value, disabled, onSave }: Props) {
  const [draft, setDraft] = useState(value)
  const [saved, setSaved] = useState(value)
  if (saved !== value) {
    setSaved(value)
    setDraft(value)
  }
  const isTime = timeOfDay.safeParse(draft).success
  return (
    <TimeInput
      label={label}
      value={draft}
      disabled={disabled}
      error={!isTime && draft.length === 5 ? 'Enter a time such as 19:00.' : undefined}
      onChange={(typed) => {
        setDraft(typed)
        if (typed !== value && timeOfDay.safeParse(typed).success) onSave(typed)
      }}
    />
  )
}
