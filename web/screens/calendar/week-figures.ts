import type { JobStatus } from '#core/job/values.ts'
import { type BookedVisit, hoursOf } from '#web/features/schedule/visit-times.ts'

/** A person's id; 'unassigned' for visits without anyone, empty for all. */
export type PersonFilter = string
export const unassigned = 'unassigned'

/** Whether a visit matches the person filter. */
export const isVisitOf = ({ assignedTo }: BookedVisit, person: PersonFilter) =>
  person === '' || (person === unassigned ? assignedTo.length === 0 : assignedTo.includes(person))

export type WeekFigures = {
  visits: number
  hours: number
  completed: number
  noAccess: number
  unassigned: number
  byStatus: ReadonlyMap<JobStatus, number>
}

/** The totals of a week's visits. */
export function figuresOf(bookings: readonly BookedVisit[]): WeekFigures {
  const count = (counts: (one: BookedVisit) => boolean) => bookings.filter(counts).length
  const byStatus = new Map<JobStatus, number>()
  for (const { jobStatus } of bookings) byStatus.set(jobStatus, (byStatus.get(jobStatus) ?? 0) + 1)
  return {
    visits: bookings.length,
    hours: sum(bookings.map(hoursOf)),
    completed: byStatus.get('completed') ?? 0,
    noAccess: count((one) => one.warning === 'no access'),
    unassigned: count((one) => one.assignedTo.length === 0),
    byStatus,
  }
}

/** The hours booked for each person, and those without anyone. */
export function hoursByPerson(bookings: readonly BookedVisit[]): ReadonlyMap<string, number> {
  const hours = new Map<string, number>()
  for (const booking of bookings)
    for (const person of booking.assignedTo.length > 0 ? booking.assignedTo : [unassigned])
      hours.set(person, (hours.get(person) ?? 0) + hoursOf(booking))
  return hours
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
