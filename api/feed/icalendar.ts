import ical, { ICalEventStatus } from 'ical-generator'
import { label } from '#core/model/label.ts'
import type { FeedContent, FeedVisit } from './visits.ts'

/** In seconds; calendars that respect it refresh this often. */
const refreshInterval = 15 * 60

/**
 * Visits as an iCalendar file. Instants are in UTC: every program shows them in its own time zone. A job has one visit at a
 * time, so the job is the calendar's event, and a rescheduled visit moves instead of becoming another event.
 */
export function iCalendarOf({ name, timeZone, visits, people }: FeedContent, address: string): string {
  const calendar = ical({
    name: `${name} visits`,
    prodId: { company: 'Fettle', product: 'Visits', language: 'EN' },
    ttl: refreshInterval,
    x: { 'X-WR-TIMEZONE': timeZone },
  })
  for (const visit of visits)
    calendar.createEvent({
      id: `${visit.jobId}@fettle`,
      sequence: visit.version,
      start: new Date(visit.jobStart),
      end: new Date(visit.jobEnd),
      // The time of the last change, so that an unchanged calendar produces an identical file.
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
