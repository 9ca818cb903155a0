import type pg from 'pg'
import { accountsQuery } from '#api/reads/accounts.ts'
import { type Company, evolve } from '#core/company/company.ts'
import type { Booked } from '#core/job/overlap.ts'
import { isCompanyEvent } from '#core/ledger/ledger.ts'
import { type CalendarRow, calendar } from '#core/projections/calendar.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type EventRow, eventColumns, storedEvent } from '#ledger/log/read.ts'
import { liveGeneration, liveSeq } from '#ledger/read-models/live-generation.ts'
import { calendarRowMapping } from '#ledger/read-models/row-types.ts'

/** Who is booked when, and what a sentence about it needs. */
export type BookingFacts = { bookings: Booked[]; usernames: Record<string, string>; timeZone?: string }

const columns = Object.keys(calendarRowMapping.columns).join(', ')
const generation = liveGeneration('$1', `'calendar'`)
/** What came since the calendar was last folded, so that a projector that lags or has stopped hides no booking. */
const unfolded = `
  from event where company_id = $1 and stream = 'job' and seq > coalesce(${liveSeq('$1', `'calendar'`)}, 0)
    and type in ('JobCreated', 'JobScheduled', 'BookingDeleted')`

/** The bookings that lie at least partly between two instants, exact at the head of the ledger. */
export async function readBookings(pool: pg.Pool, companyId: string, from: string, to: string): Promise<BookingFacts> {
  const [rows, tail, accounts, company] = await readInCompany(pool, companyId, [
    {
      name: 'booked-rows',
      text: `
        select ${columns} from calendar_row
        where company_id = $1 and generation = ${generation}
          and ((job_start < $3 and job_end > $2) or job_id in (select stream_id ${unfolded}))`,
      values: [companyId, from, to],
    },
    { name: 'booked-since', text: `select ${eventColumns} ${unfolded} order by seq`, values: [companyId] },
    accountsQuery(companyId),
    {
      name: 'company-events',
      text: `select ${eventColumns} from event where company_id = $1 and stream = 'company' and stream <> 'job' order by seq`,
      values: [companyId],
    },
  ])
  const byJob = new Map<string, CalendarRow>(
    rows.rows.map(calendarRowMapping.fromRecord).map((row) => [row.jobId, row]),
  )
  for (const event of tail.rows.map((row: EventRow) => storedEvent(row))) {
    const row = calendar.fold(byJob.get(event.streamId), event)
    if (row) byJob.set(event.streamId, row)
  }
  const state = company.rows
    .map((row: EventRow) => storedEvent(row))
    .filter(isCompanyEvent)
    .reduce<Company | undefined>(evolve, undefined)
  return {
    bookings: [...byJob.values()].flatMap(({ jobId, jobRef, jobStart, jobEnd, assignedTo }) =>
      jobStart && jobEnd ? [{ jobId, jobRef, jobStart, jobEnd, assignedTo }] : [],
    ),
    usernames: Object.fromEntries(accounts.rows.map((one) => [one.user_id, one.username])),
    ...(state ? { timeZone: state.timeZone } : {}),
  }
}
