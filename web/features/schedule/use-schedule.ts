import { useRef, useState } from 'react'
import { v7 as uuid } from 'uuid'
import type { Job } from '#core/job/job.ts'
import { addDays } from '#core/time/wall-clock.ts'
import { useDraft } from '#web/sync/device/drafts.ts'
import { useDispatch } from '#web/sync/ledger/dispatch.ts'
import { useCalendar } from '#web/sync/reads/calendar.ts'
import { dayIn, visitIn } from '#web/ui/time/format-instant.ts'
import { announceBooking } from './announce-booking.ts'
import { minutesOnDay } from './day-plan.ts'
import { useAssignable } from './people-field.tsx'
import {
  isChanged,
  isScheduleData,
  type ScheduleErrors,
  type ScheduleForm,
  scheduleData,
  scheduleFormOf,
  withEnd,
  withStart,
} from './schedule-form.ts'
import { undoOfBooking } from './undo-booking.ts'
import { daysFrom, isBookedVisit } from './visit-times.ts'

/** A job's schedule form: its values, its errors, and saving it. A half-typed access note is kept until it is saved or discarded. */
export function useSchedule(job: Job, zone: string, onSaved: () => void) {
  const dispatch = useDispatch()
  const [before] = useState(job)
  const [opened] = useState(() => scheduleFormOf(job, zone, new Date().toISOString()))
  const [chosen, setForm] = useState(opened)
  const [access, setAccess, dropAccess] = useDraft(`access ${job.jobId}`, opened.access)
  const form = { ...chosen, access }
  const [errors, setErrors] = useState<ScheduleErrors>({})
  const [refusal, setRefusal] = useState<string>()
  const [clash, setClash] = useState<string>()
  const [jobBookingId] = useState(() => job.jobBookingId ?? uuid())
  // A second click may arrive while the dialog is closing.
  const saved = useRef(false)
  const people = useAssignable([...opened.assignedTo, ...form.assignedTo])
  const { data } = useCalendar(daysFrom(form.day, 1 + form.endsAfter, zone))
  const bookings = (data?.bookings ?? []).filter(isBookedVisit)
  const outcome = scheduleData(form, zone, { jobId: job.jobId, jobBookingId })
  const show = (next: ScheduleForm) => {
    setForm(next)
    setAccess(next.access)
    setErrors({})
    setRefusal(undefined)
  }
  const save = (anyway = false): ScheduleErrors => {
    if (saved.current) return {}
    if (!isScheduleData(outcome)) {
      setErrors(outcome)
      return outcome
    }
    const usernames = Object.fromEntries(people.map((one) => [one.userId, one.username]))
    const command = { type: 'ScheduleJob', data: anyway ? { ...outcome, anyway } : outcome } as const
    const refused = dispatch(command, { bookings, usernames, timeZone: zone })
    if (!refused) {
      saved.current = true
      dropAccess()
      announceBooking(outcome, zone, undoOfBooking(job, jobBookingId))
      onSaved()
      return {}
    }
    if (refused.refused === 'already-booked') setClash(refused.error)
    else if (refused.field !== 'jobEnd') setRefusal(refused.error)
    else {
      setErrors({ end: refused.error })
      return { end: refused.error }
    }
    return {}
  }
  return {
    form,
    errors,
    refusal,
    clash,
    people,
    bookings,
    isChanged: isChanged(form, opened),
    wanted: isScheduleData(outcome) ? minutesOnDay(form.day, outcome.jobStart, outcome.jobEnd, zone) : undefined,
    endsOn: `On ${dayIn(`${addDays(form.day, form.endsAfter)}T12:00:00Z`, 'UTC')}`,
    meanwhile: sinceThen(before, job, zone),
    set: (change: Partial<ScheduleForm>) => show({ ...form, ...change }),
    setStart: (start: string) => show(withStart(form, start)),
    setEnd: (end: string) => show(withEnd(form, end)),
    save,
    bookAnyway: () => void save(true),
    discard: dropAccess,
    dismissClash: () => setClash(undefined),
  }
}

/** How someone else has changed the booking since the form was opened. */
function sinceThen(before: Job, { jobStart, jobEnd, access, assignedTo }: Job, zone: string): string | undefined {
  const same =
    before.jobStart === jobStart &&
    before.jobEnd === jobEnd &&
    before.access === access &&
    before.assignedTo.join() === assignedTo.join()
  if (same) return undefined
  return jobStart && jobEnd ? `It is now ${visitIn(jobStart, jobEnd, zone)}.` : 'It has been deleted.'
}
