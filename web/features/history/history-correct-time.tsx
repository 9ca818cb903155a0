import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { HistoryEntry } from '#core/history/history.ts'
import { instantAt, wallClock } from '#core/time/wall-clock.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TimeInput } from '#web/ui/fields/time-input.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { useToday } from '#web/ui/time/today.ts'
import { momentIn } from './history-times.ts'
import styles from './undo/history-undo.module.css'

type Props = { jobId: string; entry: HistoryEntry; zone: string; onClose: () => void }

/** Records when a change really happened, and why. Its original times are kept. */
export function CorrectTime({ jobId, entry, zone, onClose }: Props) {
  const dispatch = useDispatch()
  const today = useToday(zone)
  const { happenedAt, version, corrected } = entry
  const [clock, setClock] = useState(wallClock(corrected?.happenedAt ?? happenedAt, zone))
  const [reason, setReason] = useState('')
  const [error, setError] = useState<{ field?: string; error: string }>()
  const submit = () => {
    const instant = instantAt(clock, zone)
    if (!instant) return setError({ field: 'happenedAt', error: 'That time does not exist.' })
    const refusal = dispatch({ type: 'CorrectTime', data: { jobId, version, happenedAt: instant, reason } })
    if (refusal) return setError(refusal)
    onClose()
    toast.success('Time corrected')
  }
  const errorOf = (field: string) => (error?.field === field ? error.error : undefined)
  return (
    <FormDialog
      title="Correct the time"
      size={480}
      submit="Correct the time"
      unsaved={reason.trim() !== ''}
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.whole}>
        Event {version} is recorded as having happened on {momentIn(happenedAt, zone)}. The history keeps that time as
        well.
      </p>
      <DateField
        label="Day"
        required
        toward="past"
        today={today}
        value={clock.day}
        valueFormat="ddd D MMM YYYY"
        error={errorOf('happenedAt')}
        onChange={(day) => setClock({ ...clock, day })}
      />
      <TimeInput label="Time" required value={clock.time} onChange={(time) => setClock({ ...clock, time })} />
      <Textarea
        className={styles.whole}
        label="Reason"
        required
        maxLength={500}
        minRows={2}
        value={reason}
        error={errorOf('reason')}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {error && !error.field && (
        <p className={`${styles.whole} ${styles.error}`} role="alert">
          {error.error}
        </p>
      )}
    </FormDialog>
  )
}
