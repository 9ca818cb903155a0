import { useState } from 'react'
import { refuse } from '#core/model/refusals.ts'
import {
  formOfVisit,
  isChanged,
  isScheduleData,
  type ScheduleErrors,
  type ScheduleForm,
  scheduleData,
  withEnd,
  withStart,
} from '#web/features/schedule/schedule-form.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TimeInput } from '#web/ui/fields/time-input.tsx'
import { useToday } from '#web/ui/time/today.ts'
import styles from './reschedule-dialog.module.css'
import type { Move } from './use-visit-moves.ts'

type Props = { booking: BookedVisit; zone: string; onMove: Move; onClose: () => void }

/** Moves a visit without dragging it: a day and two times in the company's time zone. */
export function RescheduleDialog({ booking, zone, onMove, onClose }: Props) {
  const today = useToday(zone)
  const [before] = useState(() => formOfVisit(booking, zone))
  const [form, setForm] = useState(before)
  const [errors, setErrors] = useState<ScheduleErrors>({})
  const show = (next: ScheduleForm) => {
    setForm(next)
    setErrors({})
  }
  const save = () => {
    const outcome = scheduleData(form, zone, booking)
    if (!isScheduleData(outcome)) return setErrors(outcome)
    const { jobStart, jobEnd } = outcome
    if (Date.parse(jobEnd) <= Date.parse(jobStart)) return setErrors({ end: refuse('ends-before-start').error })
    onClose()
    if (isChanged(form, before)) onMove(booking, { jobStart, jobEnd })
  }
  return (
    <FormDialog
      title="Reschedule"
      size={440}
      submit="Reschedule"
      className={styles.form}
      onSubmit={save}
      onClose={onClose}
    >
      <p className={styles.which}>
        {booking.apartmentName} <span>{booking.jobRef}</span>
      </p>
      <DateField
        label="Date"
        toward="future"
        today={today}
        value={form.day}
        valueFormat="ddd D MMM YYYY"
        onChange={(day) => show({ ...form, day })}
      />
      <div className={styles.times}>
        <TimeInput
          label="Start"
          data-autofocus
          value={form.start}
          error={errors.start}
          onChange={(start) => show(withStart(form, start))}
        />
        <TimeInput label="End" value={form.end} error={errors.end} onChange={(end) => show(withEnd(form, end))} />
      </div>
    </FormDialog>
  )
}
