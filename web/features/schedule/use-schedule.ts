import { useRef, useState } from 'react'
import { v7 as uuid } from 'uuid'
import type { JobFacts } from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'
import { type BookingClashes, clashesOf } from '#core/job/overlaps/booking-clashes.ts'
import { withSeen } from '#core/job/seen-values.ts'
import { nameOfPerson } from '#core/member/names.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { predict } from '#core/prediction/prediction.ts'
import { addDays } from '#core/time/wall-clock.ts'
import { useUser } from '#web/client/use-user.ts'
import { useDraft } from '#web/sync/device/drafts.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { useCalendar } from '#web/sync/reads/calendar.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { dayIn, visitIn } from '#web/ui/time/format-instant.ts'
import { announceBooking } from './announce-booking.ts'
import { minutesOnDay } from './day-plan.ts'
import { useAssignable } from './people/people-field.tsx'
import {
  isChanged,
  isScheduleData,
  type ScheduleErrors,
  type ScheduleForm,
  type SuggestedVisit,
  scheduleData,
  scheduleFormOf,
  withEnd,
  withStart,
} from './schedule-form.ts'
import { undoOfBooking } from './undo-booking.ts'
import { daysFrom, isBookedVisit } from './visit-times.ts'

/** A job's schedule form: its values, its errors, and saving it. A half-typed access note is kept until it is saved or discarded. */
export function useSchedule(job: Job, zone: string, suggested: SuggestedVisit | undefined, onSaved: () => void) {
  const [before] = useState(job)
  const [opened] = useState(() => scheduleFormOf(job, zone, new Date().toISOString(), suggested))
  const [chosen, setForm] = useState(opened)
  const [access, setAccess, dropAccess] = useDraft(`access ${job.jobId}`, opened.access)
  const form = { ...chosen, access }
  const [errors, setErrors] = useState<ScheduleErrors>({})
  const [refusal, setRefusal] = useState<string>()
  const [clash, setClash] = useState<BookingClashes>()
  // A booking without people was asked about when it was made.
  const mayBeNobodys = useRef(job.jobBookingId !== undefined && opened.assignedTo.length === 0)
  const [asksForPeople, askForPeople] = useState(false)
  const [jobBookingId] = useState(() => job.jobBookingId ?? uuid())
  // A second click may arrive while the dialog is closing.
  const saved = useRef(false)
  const people = useAssignable([...opened.assignedTo, ...form.assignedTo])
  const names = usePeople()
  const read = useCalendar(daysFrom(form.day, 1 + form.endsAfter, zone))
  const bookings = (read.data?.bookings ?? []).filter(isBookedVisit)
  const outcome = scheduleData(form, zone, { jobId: job.jobId, jobBookingId })
  const show = (next: ScheduleForm) => {
    setForm(next)
    setAccess(next.access)
    setErrors({})
    setRefusal(undefined)
  }
  const { userId: actorId, userRole: actorRole, companyId } = useUser()
  const isRefused = (command: JobCommand, facts: JobFacts) => {
    const at = new Date().toISOString()
    const asked = { actorId, actorRole, companyId, at, facts }
    return isRefusal(predict(job, command, asked, { commandId: '', happenedAt: at, seq: 0 }))
  }
  const save = (anyway = false): ScheduleErrors => {
    if (saved.current) return {}
    if (!isScheduleData(outcome)) {
      setErrors(outcome)
      return outcome
    }
    const usernames = Object.fromEntries(people.map((one) => [one.userId, nameOfPerson(one)]))
    // It replaces the booking that the form shows as current: the one it opened with, or the newer one that it has announced.
    const command = withSeen(job, { type: 'ScheduleJob', data: anyway ? { ...outcome, anyway } : outcome })
    const facts = { bookings, usernames, timeZone: zone }
    if (outcome.assignedTo.length === 0 && !mayBeNobodys.current && !isRefused(command, facts)) {
      askForPeople(true)
      return {}
    }
    const refused = dispatch(command, facts)
    if (!refused) {
      saved.current = true
      dropAccess()
      announceBooking(outcome, zone, undoOfBooking(job, jobBookingId))
      onSaved()
      return {}
    }
    if (refused.refused === 'already-booked') setClash(clashesOf(job, outcome, facts))
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
    read,
    isChanged: isChanged(form, opened),
    outcome: isScheduleData(outcome) ? outcome : undefined,
    wanted: isScheduleData(outcome) ? minutesOnDay(form.day, outcome.jobStart, outcome.jobEnd, zone) : undefined,
    endsOn: `On ${dayIn(`${addDays(form.day, form.endsAfter)}T12:00:00Z`, 'UTC')}`,
    meanwhile: sinceThen(before, job, zone, (userId) => names.get(userId)?.name ?? 'a former member'),
    set: (change: Partial<ScheduleForm>) => show({ ...form, ...change }),
    setStart: (start: string) => show(withStart(form, start)),
    setEnd: (end: string) => show(withEnd(form, end)),
    save,
    bookAnyway: () => void save(true),
    discard: dropAccess,
    dismissClash: () => setClash(undefined),
    asksForPeople,
    bookWithoutAnyone: () => {
      mayBeNobodys.current = true
      save()
    },
    dismissQuestion: () => askForPeople(false),
  }
}

const inWords = new Intl.ListFormat('en-GB')

/** How someone else has changed the booking since the form was opened. */
function sinceThen(
  before: Job,
  { jobStart, jobEnd, access = '', assignedTo }: Job,
  zone: string,
  nameOf: (userId: string) => string,
): string | undefined {
  const same =
    before.jobStart === jobStart &&
    before.jobEnd === jobEnd &&
    (before.access ?? '') === access &&
    before.assignedTo.join() === assignedTo.join()
  if (same) return undefined
  if (!jobStart || !jobEnd) return 'It has been deleted.'
  const people = assignedTo.length > 0 ? `with ${inWords.format(assignedTo.map(nameOf))}` : 'with nobody assigned'
  const note =
    (before.access ?? '') === access ? '' : access ? ` Access: ${access}` : ' Its access details were removed.'
  return `It is now ${visitIn(jobStart, jobEnd, zone)} ${people}.${note}`
}
