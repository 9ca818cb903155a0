import ical, { ICalEventStatus } from 'ical-generator'
import { label } from '#core/model/label.ts'
import type { FeedContent, FeedVisit } from './visits.ts'

/** Calendars that heed it ask again this often, in seconds; the others as they like. */
const askAgainAfter = 15 * 60

/**
 * Visits as an iCalendar file. Their instants are in UTC, which every program shows by its own clock and which no change of the
 * clocks moves. A job has one visit at a time, so that the job is the event: a moved visit moves, and is not another one.
 */
export function iCalendarOf({ name, timeZone, visits, people }: FeedContent, address: string): string {
  const calendar = ical({
    name: `${name} visits`,
    prodId: { company: 'Fettle', product: 'Visits', language: 'EN' },
    ttl: askAgainAfter,
    x: { 'X-WR-TIMEZONE': timeZone },
  })
  for (const visit of visits)
    calendar.createEvent({
      id: `${visit.jobId}@fettle`,
      sequence: visit.version,
      start: new Date(visit.jobStart),
      end: new Date(visit.jobEnd),
      // When it was last changed, so that a file that says the same is the same.
      stamp: new Date(visit.lastModified),
      lastModified: new Date(visit.lastModified),
      summary: `${visit.apartmentName} · ${visit.jobRef}`,
      location: visit.apartmentName,
      description: descriptionOf(visit, people),
      url: `${address}/job/${visit.jobId}`,
      status: visit.jobStatus === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  return calendar.toString()
}

function descriptionOf({ access, assignedTo, jobStatus, warning, toDo }: FeedVisit, people: Record<string, string>) {
  const names = assignedTo.flatMap((one) => people[one] ?? [])
  return [
    ...(access ? [`Access: ${access}`] : []),
    `People: ${names.join(', ') || 'unassigned'}`,
    `Status: ${label(jobStatus)}${warning ? `, ${label(warning)}` : ''}`,
    ...(toDo.length > 0 ? ['', 'To do:', ...toDo.map((one) => `- ${one}`)] : []),
  ].join('\n')
}
