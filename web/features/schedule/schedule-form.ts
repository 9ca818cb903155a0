import type { Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'
import { usualMinutes, usualStart } from '#core/job/visit/visit-length.ts'
import { isTime, minutesOf, timeAt } from '#core/time/time-of-day.ts'
import { addDays, instantAt, wallClock } from '#core/time/wall-clock.ts'
import { nextWorkingDay } from '#core/time/working-days.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'

/** A booking in the form: a day and times in the company's time zone. */
export type ScheduleForm = {
  day: string
  start: string
  end: string
  /** The visit's length in minutes, kept when the start changes. */
  long: number
  /** How many days after the first it ends: 0, except for an overnight visit booked elsewhere. */
  endsAfter: number
  assignedTo: readonly string[]
  access: string
}
export type ScheduleErrors = Partial<Record<'day' | 'start' | 'end' | 'assignedTo', string>>
export type ScheduleData = Extract<JobCommand, { type: 'ScheduleJob' }>['data']

/** Where a visit was asked for: a day, a start and its people. */
export type SuggestedVisit = { day: string; start: string; assignedTo: readonly string[] }

/**
 * The job's booking or, without one, two hours from 09:00 on the next working day. A suggested visit has another day, start and
 * people, and the length of the booking that it replaces.
 */
export function scheduleFormOf(job: Job, zone: string, now: string, suggested?: SuggestedVisit): ScheduleForm {
  const { jobStart, jobEnd, access = '', assignedTo } = job
  const isBooked = jobStart !== undefined && jobEnd !== undefined
  const form = isBooked
    ? formOfVisit({ jobStart, jobEnd, access, assignedTo }, zone)
    : { ...nextVisit(wallClock(now, zone).day), access, assignedTo }
  if (!suggested) return form
  return withStart({ ...form, day: suggested.day, endsAfter: 0, assignedTo: suggested.assignedTo }, suggested.start)
}

/** A booked visit in the form. */
export function formOfVisit({ jobStart, jobEnd, access = '', assignedTo }: Visit, zone: string): ScheduleForm {
  const [start, end] = [wallClock(jobStart, zone), wallClock(jobEnd, zone)]
  const endsAfter = Math.round((Date.parse(end.day) - Date.parse(start.day)) / 86_400_000)
  const long = minutesOf(end.time) - minutesOf(start.time)
  return { day: start.day, start: start.time, end: end.time, long, endsAfter, access, assignedTo }
}
type Visit = { jobStart: string; jobEnd: string; access?: string | undefined; assignedTo: readonly string[] }

const nextVisit = (today: string) => ({
  day: nextWorkingDay(today),
  start: usualStart,
  end: timeAt(minutesOf(usualStart) + usualMinutes),
  long: usualMinutes,
  endsAfter: 0,
})

/** The form with another start. The end moves with it, so that the visit keeps its length. */
export function withStart(form: ScheduleForm, start: string): ScheduleForm {
  if (!isTime(start) || form.endsAfter > 0) return { ...form, start }
  return { ...form, start, end: timeAt(minutesOf(start) + (form.long > 0 ? form.long : usualMinutes)) }
}

/** The form with another end, on the same day as the start. */
export function withEnd(form: ScheduleForm, end: string): ScheduleForm {
  const long = isTime(end) && isTime(form.start) ? minutesOf(end) - minutesOf(form.start) : form.long
  return { ...form, end, long, endsAfter: 0 }
}

/** The form's booking in UTC instants, or its errors by field. */
export function scheduleData(
  form: ScheduleForm,
  zone: string,
  { jobId, jobBookingId }: { jobId: string; jobBookingId: string },
): ScheduleData | ScheduleErrors {
  const start = instantOf(form.day, form.start, zone)
  const end = instantOf(addDays(form.day, form.endsAfter), form.end, zone)
  if ('error' in start || 'error' in end)
    return { ...('error' in start ? { start: start.error } : {}), ...('error' in end ? { end: end.error } : {}) }
  const { access, assignedTo } = form
  return { jobId, jobBookingId, jobStart: start.at, jobEnd: end.at, access: access.trim(), assignedTo: [...assignedTo] }
}

export const isScheduleData = (outcome: ScheduleData | ScheduleErrors): outcome is ScheduleData => 'jobStart' in outcome

/** Whether anything was changed since the form was opened. */
export const isChanged = (form: ScheduleForm, opened: ScheduleForm) => JSON.stringify(form) !== JSON.stringify(opened)

function instantOf(day: string, time: string, zone: string): { at: string } | { error: string } {
  if (!isTime(time)) return { error: 'Enter a time such as 09:00.' }
  const at = instantAt({ day, time }, zone)
  // Only the hour skipped when the clocks go forward does not exist.
  return at
    ? { at }
    : { error: `${time} does not exist on ${dayIn(`${day}T12:00:00Z`, 'UTC')}: the clocks go forward.` }
}
