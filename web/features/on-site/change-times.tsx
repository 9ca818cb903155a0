import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Arrival } from '#core/job/visit/time-on-site.ts'
import { addDays, instantAt, wallClock } from '#core/time/wall-clock.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { TimeInput } from '#web/ui/fields/time-input.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './change-times.module.css'

type Props = { jobId: string; arrival: Arrival; zone: string; onClose: () => void }

/** Changes when somebody arrived or left, with a reason, or withdraws the arrival. The history keeps what was tapped. */
export function ChangeTimes({ jobId, arrival, zone, onClose }: Props) {
  // As the user opened it: somebody else may change the times in the meantime.
  const [{ arrivalId, arrivedAt, leftAt }] = useState(arrival)
  const was = { arrived: wallClock(arrivedAt, zone), left: leftAt === undefined ? undefined : wallClock(leftAt, zone) }
  const [arrived, setArrived] = useState(was.arrived.time)
  const [left, setLeft] = useState(was.left?.time ?? '')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<{ field?: string; error: string }>()
  const submit = () => {
    const isArrivedChanged = arrived !== was.arrived.time
    const isLeftChanged = left !== '' && left !== was.left?.time
    const { day } = was.arrived
    // Past midnight, Left is a day later.
    const leftDay = was.left?.day ?? (left < arrived ? addDays(day, 1) : day)
    const to = {
      ...(isArrivedChanged ? { arrivedAt: instantAt({ day, time: arrived }, zone) } : {}),
      ...(isLeftChanged ? { leftAt: instantAt({ day: leftDay, time: left }, zone) } : {}),
    }
    if ((isArrivedChanged && !to.arrivedAt) || (isLeftChanged && !to.leftAt))
      return setError({ error: 'That time does not exist.' })
    if (!isArrivedChanged && !isLeftChanged) return onClose()
    const from = {
      ...(isArrivedChanged ? { arrivedAt } : {}),
      ...(isLeftChanged && leftAt !== undefined ? { leftAt } : {}),
    }
    const refusal = dispatch({ type: 'ChangeTimeOnSite', data: { jobId, arrivalId, reason, ...to, from } })
    if (refusal) return setError(refusal)
    onClose()
    toast.success('Time changed')
  }
  const withdraw = (type: 'WithdrawArrival' | 'WithdrawLeaving', done: string) => {
    const refusal = dispatch({ type, data: { jobId, arrivalId } })
    if (refusal) return setError(refusal)
    onClose()
    toast.success(done)
  }
  const errorOf = (field: string) => (error?.field === field ? error.error : undefined)
  return (
    <FormDialog
      title="Time on site"
      size={480}
      submit="Change"
      unsaved={reason.trim() !== ''}
      className={styles.form}
      error={error && !error.field ? error.error : undefined}
      aside={
        <Button
          variant="subtle"
          className={styles.withdraw}
          onClick={() => withdraw('WithdrawArrival', 'Arrival withdrawn')}
        >
          Withdraw
        </Button>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.whole}>The history keeps the times that were tapped as well.</p>
      <TimeInput label="Arrived" required value={arrived} error={errorOf('arrivedAt')} onChange={setArrived} />
      <TimeInput label="Left" value={left} error={errorOf('leftAt')} onChange={setLeft} />
      {leftAt !== undefined && (
        <Button variant="subtle" className={styles.whole} onClick={() => withdraw('WithdrawLeaving', 'Back on site')}>
          Not left: take Left back
        </Button>
      )}
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
    </FormDialog>
  )
}
