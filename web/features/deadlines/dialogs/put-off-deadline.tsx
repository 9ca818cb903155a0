import { useState } from 'react'
import { stepNames } from '#core/deadlines/values.ts'
import type { Deadline, Duty } from '#core/job/duties/duty.ts'
import { addDays, startOfDay, wallClock } from '#core/time/wall-clock.ts'
import { useDutyCommand } from '#web/features/deadlines/use-duty-command.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { useToday } from '#web/ui/time/today.ts'
import styles from './deadline-dialogs.module.css'
import { ReasonField } from './reason-field.tsx'

type Props = { jobId: string; duty: Duty; deadline: Deadline; onClose: () => void }

/** Puts a deadline off to the end of a later day, with the reason. */
export function PutOffDeadline({ jobId, duty: { dutyId }, deadline, onClose }: Props) {
  const zone = useTimeZone()
  const today = useToday(zone)
  const { busy, fault, setFault, send, errorOf } = useDutyCommand()
  const [day, setDay] = useState(wallClock(deadline.due, zone).day)
  const [reason, setReason] = useState('')
  const submit = async () => {
    if (day === wallClock(deadline.due, zone).day) return setFault({ field: 'due', error: 'Choose a later day.' })
    const data = { jobId, dutyId, step: deadline.step, due: endOfDay(day, zone), reason }
    if (!(await send({ type: 'PutOffDeadline', data }))) return
    onClose()
    toast.success('Deadline put off')
  }
  return (
    <FormDialog
      title={`Put off: ${stepNames[deadline.step]}`}
      size={480}
      submit="Put off"
      busy={busy}
      unsaved={reason.trim() !== ''}
      className={styles.form}
      error={fault && fault.field !== 'due' && fault.field !== 'reason' ? fault.error : undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {deadline.latest && <p className={styles.note}>The law allows {dayIn(deadline.latest, zone)} at the latest.</p>}
      <DateField
        label="New deadline"
        value={day}
        today={today}
        toward="future"
        error={errorOf('due')}
        onChange={setDay}
      />
      <ReasonField reason={reason} error={errorOf('reason')} onChange={setReason} />
    </FormDialog>
  )
}

/** The last millisecond of a day, as deadlines in days have it. */
function endOfDay(day: string, zone: string): string {
  const next = startOfDay(addDays(day, 1), zone) ?? `${addDays(day, 1)}T00:00:00.000Z`
  return new Date(Date.parse(next) - 1).toISOString()
}
