import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { paperDay } from '#core/time/format.ts'
import styles from '#web/features/recurring/recurring-dialog.module.css'
import { useSavingRecurring } from '#web/features/recurring/use-saving-recurring.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { focusUnread } from '#web/ui/dialogs/unread-field.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { useToday } from '#web/ui/time/today.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'

type Props = {
  recurringId: string
  /** The rule's date, and the day that its work is on now. */
  date: string
  on: string
  onClose: () => void
  /** Puts the date back. */
  onUndo: () => void
}

/** Moves one date of recurring work to another day; the others stay. Enter moves it, and does not save the form around it. */
export function MoveDate({ recurringId, date, on, onClose, onUndo }: Props) {
  const today = useToday(useTimeZone())
  const onPhone = useIsPhone()
  const { busy, fault, save } = useSavingRecurring()
  const [to, setTo] = useState(on)
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // So that the calendar, which opens as the field has the focus, has room below it.
    if (onPhone) fields.current?.closest('li')?.scrollIntoView({ block: 'start' })
    fields.current?.querySelector('input')?.focus({ preventScroll: onPhone })
  }, [onPhone])
  const move = async () => {
    if (fields.current && focusUnread(fields.current)) return
    if (to === on) return onClose()
    const refused = await save({ type: 'MoveRecurringDate', data: { recurringId, date, to } })
    if (refused) return
    toast.undoable(`${paperDay(on)} is moved to ${paperDay(to)}.`, onUndo)
    onClose()
  }
  return (
    <fieldset
      ref={fields}
      className={styles.move}
      aria-label={`Move ${paperDay(on)}`}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        event.stopPropagation()
        void move()
      }}
    >
      <DateField
        label="New day"
        today={today}
        toward="future"
        // On a desktop beside the dates, so that it covers neither them nor the buttons nor what is wrong.
        popoverProps={{ position: onPhone ? 'bottom-start' : 'left-start' }}
        value={to}
        error={fault?.error}
        onChange={setTo}
      />
      <span className={styles.acts}>
        <Button variant="default" size="xs" className={styles.act} onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" className={styles.act} loading={busy} onClick={move}>
          Move it
        </Button>
      </span>
    </fieldset>
  )
}
