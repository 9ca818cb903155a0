import type pg from 'pg'
import { type Audience, visible } from '#core/model/access.ts'
import type { CalendarAnswer } from '#core/wire/jobs/calendar.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { liveGeneration } from '#ledger/read-models/live-generation.ts'
import { calendarRowMapping } from '#ledger/read-models/row-types.ts'
import { accountsQuery, usernamesOf } from './accounts.ts'
import { seqQuery } from './documents.ts'

/** A calendar is asked for at most this many days at once. */
export const mostDays = 400

/** The bookings that lie at least partly between two instants, first to last. */
export async function readCalendar(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  { from, to }: { from: string; to: string },
): Promise<CalendarAnswer> {
  const [found, accounts, checkpoint] = await readInCompany(pool, companyId, [
    {
      name: 'bookings',
      text: `
        select ${Object.keys(calendarRowMapping.columns).join(', ')} from calendar_row
        where company_id = $1 and generation = ${liveGeneration('$1', `'calendar'`)} and job_start < $3 and job_end > $2
        order by job_start, number`,
      values: [companyId, from, to],
    },
    accountsQuery(companyId),
    seqQuery(companyId, 'calendar'),
  ])
  const bookings = found.rows.map((row) => visible(audience, calendarRowMapping.fromRecord(row)))
  return {
    bookings,
    people: usernamesOf(
      accounts.rows,
      bookings.flatMap((one) => one.assignedTo),
    ),
    seq: checkpoint.rows[0]?.seq ?? 0,
  }
}
