import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { HistoryEntry } from '#core/history/history.ts'
import { instantAt, wallClock } from '#core/time/wall-clock.ts'
import { useDispatch } from '#web/sync/ledger/ledger-store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { momentIn } from './history-times.ts'
import styles from './history-undo.module.css'

type Props = { jobId: string; entry: HistoryEntry; zone: string; onClose: () => void }

/** Says when a change really happened, and why that is known. Its own times stay. */
export function CorrectTime({ jobId, entry, zone, onClose }: Props) {
  const dispatch = useDispatch()
  const { happenedAt, version, corrected } = entry
  const [clock, setClock] = useState(wallClock(corrected?.happenedAt ?? happenedAt, zone))
  const [reason, setReason] = useState('')
  const [error, setError] = useState<{ field?: string; error: string }>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const instant = instantAt(clock, zone)
    if (!instant) return setError({ field: 'happenedAt', error: 'There is no such time.' })
    const refusal = dispatch({ type: 'CorrectTime', data: { jobId, version, happenedAt: instant, reason } })
    if (refusal) return setError(refusal)
    onClose()
    toast.success('Time corrected')
  }
  const errorOf = (field: string) => (error?.field === field ? error.error : undefined)
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Correct the time"
      size={480}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="correct-time">
            Correct the time
          </Button>
        </>
      }
    >
      <form id="correct-time" noValidate className={styles.form} onSubmit={submit}>
        <p className={styles.whole}>
          Event {version} says that it happened on {momentIn(happenedAt, zone)}. The history keeps that beside what you
          say here.
        </p>
        <TextInput
          type="date"
          label="Day"
          required
          value={clock.day}
          error={errorOf('happenedAt')}
          onChange={({ currentTarget }) => setClock({ ...clock, day: currentTarget.value })}
        />
        <TextInput
          type="time"
          label="Time"
          required
          value={clock.time}
          onChange={({ currentTarget }) => setClock({ ...clock, time: currentTarget.value })}
        />
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
      </form>
    </Dialog>
  )
}
