import type { Expression } from 'kysely'
import type pg from 'pg'
import { foldCompany } from '#api/company/plan-facts.ts'
import { peopleOf, peopleQueries } from '#api/reads/people.ts'
import type { Booked } from '#core/job/overlaps/overlap.ts'
import { nameOfPerson } from '#core/member/names.ts'
import { type CalendarRow, calendar } from '#core/projections/calendar.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eventColumns, smallStreams, storedEvent } from '#ledger/log/read.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { calendarRowMapping } from '#ledger/read-models/row-types.ts'

/** The bookings in a period, with the names and time zone needed to describe them in a message. */
export type BookingFacts = { bookings: Booked[]; usernames: Record<string, string>; timeZone?: string }

/** Booking events the calendar has not folded yet, so that no booking is missed if the projector lags or has stopped. */
const unfoldedBookings = (companyId: Expression<string>) =>
  db
    .selectFrom('event')
    .where('company_id', '=', companyId)
    .where('stream', '=', 'job')
    .where((event) => event('seq', '>', event.fn.coalesce(liveOf(companyId, 'calendar').select('seq'), event.lit(0))))
    .where('type', 'in', ['JobCreated', 'JobScheduled', 'BookingDeleted'])

const bookedRows = statement('booked-rows', (p: Parameters<{ companyId: string; from: string; to: string }>) =>
  db
    .selectFrom('calendar_row')
    .selectAll()
    .$narrowType<{ job_status: CalendarRow['jobStatus']; warning: CalendarRow['warning'] }>()
    .where('company_id', '=', p.companyId)
    .where('generation', '=', liveOf(p.companyId, 'calendar').select('generation'))
    .where((row) =>
      row.or([
        row.and([row('job_start', '<', p.to), row('job_end', '>', p.from)]),
        row('job_id', 'in', unfoldedBookings(p.companyId).select('stream_id')),
      ]),
    ),
)

const unfoldedEvents = statement('booked-since', (p: Parameters<{ companyId: string }>) =>
  unfoldedBookings(p.companyId).select(eventColumns).orderBy('seq'),
)

/** The bookings that overlap the period between two instants, up to date with the head of the ledger. */
export async function readBookings(pool: pg.Pool, companyId: string, from: string, to: string): Promise<BookingFacts> {
  const [rows, unfolded, known, details, companyEvents] = await readInCompany(pool, companyId, [
    bookedRows({ companyId, from, to }),
    unfoldedEvents({ companyId }),
    ...peopleQueries(companyId),
    smallStreams({ companyId, stream: 'company' }),
  ])
  const byJob = new Map<string, CalendarRow>(
    rows.rows.map(calendarRowMapping.fromRecord).map((row) => [row.jobId, row]),
  )
  for (const event of unfolded.rows.map(storedEvent)) {
    const row = calendar.fold(byJob.get(event.streamId), event)
    if (row) byJob.set(event.streamId, row)
  }
  const company = foldCompany(companyEvents.rows.map(storedEvent))
  return {
    bookings: [...byJob.values()].flatMap(({ jobId, jobRef, apartmentName, jobStart, jobEnd, assignedTo }) =>
      jobStart && jobEnd ? [{ jobId, jobRef, apartmentName, jobStart, jobEnd, assignedTo }] : [],
    ),
    usernames: Object.fromEntries(
      [...peopleOf([...known.rows, ...details.rows])].map(([id, person]) => [id, nameOfPerson(person)]),
    ),
    ...(company ? { timeZone: company.timeZone } : {}),
  }
}
