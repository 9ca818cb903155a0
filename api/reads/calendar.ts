import { sql } from 'kysely'
import type pg from 'pg'
import { type Audience, visible } from '#core/model/access.ts'
import type { CalendarAnswer } from '#core/wire/jobs/calendar.ts'
import { mostBookings } from '#core/wire/list-options.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { type CalendarRecord, calendarRowMapping, columnsOf } from '#ledger/read-models/row-types.ts'
import { seqQuery } from './documents.ts'
import { namesOf, peopleQueries } from './people.ts'

/** The longest span of a calendar, in days. */
export const mostDays = 400

export type BookingsRange = Parameters<{ companyId: string; from: string; to: string; person: string }>
/** Everyone's bookings, those assigned to nobody, or one person's. */
export type Whose = 'everyone' | 'unassigned' | 'person'

/** The rows of the bookings that lie at least partly between two instants, in order. */
export const bookingRows = (p: BookingsRange, whose: Whose) =>
  db
    .selectFrom('calendar_row')
    .select(columnsOf(calendarRowMapping))
    .$narrowType<Pick<CalendarRecord, 'job_status' | 'warning'>>()
    .where('company_id', '=', p.companyId)
    .where('generation', '=', liveOf(p.companyId, 'calendar').select('generation'))
    .where('job_start', '<', p.to)
    .where('job_end', '>', p.from)
    .$if(whose === 'unassigned', (rows) => rows.where('assigned_to', '=', sql<string[]>`'{}'`))
    .$if(whose === 'person', (rows) => rows.where('assigned_to', '@>', sql<string[]>`array[${p.person}::uuid]`))
    .orderBy('job_start')
    .orderBy('number')

// One more than are sent says whether there are others.
const bookings = statementByShape('bookings', (p: BookingsRange, whose: Whose) =>
  bookingRows(p, whose).limit(mostBookings + 1),
)

/** The bookings that lie at least partly between two instants, first to last, but never more than {@link mostBookings}. */
export async function readCalendar(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  { from, to }: { from: string; to: string },
): Promise<CalendarAnswer> {
  const [found, known, details, checkpoint] = await readInCompany(pool, companyId, [
    bookings('everyone', { companyId, from, to, person: '' }),
    ...peopleQueries(companyId),
    seqQuery(companyId, 'calendar'),
  ])
  const visits = found.rows.slice(0, mostBookings).map((row) => visible(audience, calendarRowMapping.fromRecord(row)))
  return {
    bookings: visits,
    ...(found.rows.length > mostBookings ? { truncated: true } : {}),
    people: namesOf(
      [...known.rows, ...details.rows],
      visits.flatMap((one) => one.assignedTo),
    ),
    seq: checkpoint.rows[0]?.seq ?? 0,
  }
}
