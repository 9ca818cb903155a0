import type { JobStatus } from '#core/job/values.ts'
import { type BookedVisit, hoursOf } from '#web/features/schedule/visit-times.ts'

/** The person of the filter; 'unassigned' for visits of nobody, empty for all. */
export type PersonFilter = string
export const unassigned = 'unassigned'

/** Whether a visit is one of the person that is asked for. */
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

/** What a week's visits come to. */
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

/** The hours that each person is booked for, and those that nobody is. */
export function hoursByPerson(bookings: readonly BookedVisit[]): ReadonlyMap<string, number> {
  const hours = new Map<string, number>()
  for (const booking of bookings)
    for (const person of booking.assignedTo.length > 0 ? booking.assignedTo : [unassigned])
      hours.set(person, (hours.get(person) ?? 0) + hoursOf(booking))
  return hours
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
