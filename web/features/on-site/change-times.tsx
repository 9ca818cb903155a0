import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Arrival } from '#core/job/visit/time-on-site.ts'
import { addDays, instantAt, wallClock } from '#core/time/wall-clock.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { TimeInput } from '#web/ui/fields/time-input.tsx'
import { isMovedOn, type NotSaved, whatNow } from '#web/ui/in-place/moved-on.ts'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './change-times.module.css'

type Props = { jobId: string; arrival: Arrival; zone: string; onClose: () => void }

/** A time that the person has typed: on which day, and in place of which instant they saw. */
type Typed = { time: string; day: string; seen: string | undefined }

/** Changes when somebody arrived or left, with a reason, or withdraws the arrival. The history keeps what was tapped. */
export function ChangeTimes({ jobId, arrival, zone, onClose }: Props) {
  const { arrivalId, arrivedAt, leftAt } = arrival
  // Somebody else may change the times in the meantime: one that is not being typed follows.
  const now = { arrived: wallClock(arrivedAt, zone), left: leftAt === undefined ? undefined : wallClock(leftAt, zone) }
  const [arrived, setArrived] = useState<Typed>()
  const [left, setLeft] = useState<Typed>()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<{ field?: string; error: string }>()
  const shown = { arrived: arrived?.time ?? now.arrived.time, left: left?.time ?? now.left?.time ?? '' }
  const typeArrived = (time: string) =>
    setArrived((typed) => ({ seen: arrivedAt, day: now.arrived.day, ...typed, time }))
  const typeLeft = (time: string) => setLeft((typed) => ({ seen: leftAt, day: now.left?.day ?? '', ...typed, time }))
  const submit = () => {
    const newArrived = arrived && isOther(arrived, zone) ? arrived : undefined
    const newLeft = left && left.time !== '' && isOther(left, zone) ? left : undefined
    if (!newArrived && !newLeft) return onClose()
    const { day } = newArrived ?? now.arrived
    // Past midnight, Left is a day later.
    const leftDay = newLeft?.day || (shown.left < shown.arrived ? addDays(day, 1) : day)
    const to = {
      ...(newArrived ? { arrivedAt: instantAt(newArrived, zone) } : {}),
      ...(newLeft ? { leftAt: instantAt({ day: leftDay, time: newLeft.time }, zone) } : {}),
    }
    if ((newArrived && !to.arrivedAt) || (newLeft && !to.leftAt))
      return setError({ error: 'That time does not exist.' })
    const from = {
      ...(newArrived?.seen === undefined ? {} : { arrivedAt: newArrived.seen }),
      ...(newLeft?.seen === undefined ? {} : { leftAt: newLeft.seen }),
    }
    const refusal = dispatch({ type: 'ChangeTimeOnSite', data: { jobId, arrivalId, reason, ...to, from } })
    if (refusal && isMovedOn(refusal)) return tell(refusal, newArrived, newLeft)
    if (refusal) return setError(refusal)
    onClose()
    toast.success('Time changed')
  }
  const tell = (refusal: NotSaved, newArrived: Typed | undefined, newLeft: Typed | undefined) => {
    const words = [
      newArrived && newArrived.seen !== arrivedAt ? `Arrived is now ${now.arrived.time}.` : '',
      newLeft && newLeft.seen !== leftAt ? `Left is now ${now.left?.time ?? 'empty'}.` : '',
    ].filter(Boolean)
    setError({ error: whatNow(refusal, words, 'Changing') })
    setArrived(newArrived && { ...newArrived, seen: arrivedAt })
    setLeft(newLeft && { ...newLeft, seen: leftAt })
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
      asksAgain
      unsaved={reason.trim() !== ''}
      className={styles.form}
      error={error && !error.field ? error.error : undefined}
      aside={
        <Button
          variant="subtle"
          className={styles.withdraw}
          onClick={() => withdraw('WithdrawArrival', 'Arrival withdrawn')}
        >
          Withdraw arrival
        </Button>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.whole}>The history keeps the times that were tapped as well.</p>
      <TimeInput label="Arrived" required value={shown.arrived} error={errorOf('arrivedAt')} onChange={typeArrived} />
      <TimeInput label="Left" value={shown.left} error={errorOf('leftAt')} onChange={typeLeft} />
      {leftAt !== undefined && (
        <Button variant="subtle" className={styles.whole} onClick={() => withdraw('WithdrawLeaving', 'Back on site')}>
          Not left yet
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

/** Whether a typed time is another than the one that was seen; both are to the minute. */
function isOther({ time, day, seen }: Typed, zone: string): boolean {
  const was = seen === undefined ? undefined : wallClock(seen, zone)
  return was?.time !== time || was.day !== day
}
