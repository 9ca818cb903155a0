import { sql } from 'kysely'
import type pg from 'pg'
import { type BookingsRange, bookingRows, type Whose } from '#api/reads/calendar.ts'
import { atBooking } from '#core/job/visit/at-booking.ts'
import type { Arrival } from '#core/job/visit/time-on-site.ts'
import { type Audience, visible } from '#core/model/access.ts'
import { label } from '#core/model/label.ts'
import type { CalendarRow } from '#core/projections/calendar.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import type { ExportBookingsQuery } from '#core/wire/jobs/exports.ts'
import { readInBatches } from '#ledger/database/read-in-batches.ts'
import { statementByShape } from '#ledger/database/statement.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { calendarRowMapping } from '#ledger/read-models/row-types.ts'
import { type Column, type ExportContext, mapBatches, namesFor, type Table } from './export-table.ts'

/** A booking with the times on site that its job has recorded, also at other visits. */
type Line = { row: CalendarRow; arrivals: readonly Arrival[] }

const bookingsWithArrivals = statementByShape('export-bookings', (p: BookingsRange, whose: Whose) =>
  bookingRows(p, whose).select(({ selectFrom, ref, cast }) =>
    selectFrom('document')
      .select(({ ref: column }) => sql<Arrival[] | null>`${column('body')} -> 'arrivals'`.as('arrivals'))
      .where('document.company_id', '=', p.companyId)
      .where('projection', '=', 'job')
      .where('document.generation', '=', liveOf(p.companyId, 'job').select('generation'))
      .where('key', '=', cast<string>(ref('calendar_row.job_id'), 'text'))
      .as('arrivals'),
  ),
)

/** The bookings that lie at least partly between two instants, first to last; only one person's if `person` is given. */
export function bookingsTable(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  { from, to, person }: ExportBookingsQuery,
  context: ExportContext,
): Table<Line> {
  const whose = person === undefined ? 'everyone' : person === 'unassigned' ? 'unassigned' : 'person'
  const query = bookingsWithArrivals(whose, { companyId, from, to, person: person ?? '' })
  const batches = mapBatches(readInBatches(pool, companyId, query), ({ arrivals, ...record }) => ({
    row: visible(audience, calendarRowMapping.fromRecord(record)),
    arrivals: arrivals ?? [],
  }))
  return { name: 'bookings', columns: columnsFor(context), batches }
}

function columnsFor(context: ExportContext): readonly Column<Line>[] {
  const { timeZone } = context
  const clock = (instant: string | undefined) => (instant ? wallClock(instant, timeZone) : undefined)
  /** 'tom 09:04, maya 09:10'; with the day if that is not the booking's. */
  const whoAndWhen = ({ row, arrivals }: Line, when: (one: Arrival) => string | undefined) =>
    atBooking(row, arrivals, timeZone)
      .flatMap((one) => {
        const [at, name] = [clock(when(one)), namesFor(context, [one.userId])]
        const day = at?.day === clock(row.jobStart)?.day ? '' : at?.day
        return at ? [name, day, at.time].filter(Boolean).join(' ') : []
      })
      .join(', ')
  return [
    { heading: 'Date', cell: ({ row }) => clock(row.jobStart)?.day },
    { heading: 'Start', cell: ({ row }) => clock(row.jobStart)?.time },
    { heading: 'End', cell: ({ row }) => clock(row.jobEnd)?.time },
    { heading: 'Job ID', cell: ({ row }) => row.jobRef },
    { heading: 'Site', cell: ({ row }) => row.apartmentName },
    { heading: 'Status', cell: ({ row }) => label(row.jobStatus) },
    { heading: 'Warning', cell: ({ row }) => (row.warning ? label(row.warning) : '') },
    { heading: 'Assigned To', cell: ({ row }) => namesFor(context, row.assignedTo) },
    { heading: 'Arrived', cell: (line) => whoAndWhen(line, (one) => one.arrivedAt) },
    { heading: 'Left', cell: (line) => whoAndWhen(line, (one) => one.leftAt) },
    { heading: 'Access', cell: ({ row }) => row.access },
  ]
}
