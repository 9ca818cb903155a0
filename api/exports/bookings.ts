import type pg from 'pg'
import { bookings } from '#api/reads/calendar.ts'
import { type Audience, visible } from '#core/model/access.ts'
import { label } from '#core/model/label.ts'
import type { CalendarRow } from '#core/projections/calendar.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import type { ExportBookingsQuery } from '#core/wire/jobs/exports.ts'
import { readInBatches } from '#ledger/database/read-in-batches.ts'
import { calendarRowMapping } from '#ledger/read-models/row-types.ts'
import { type Column, type ExportContext, mapBatches, type Table, usernamesFor } from './export-table.ts'

/** The bookings that lie at least partly between two instants, first to last; only one person's if `person` is given. */
export function bookingsTable(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  { from, to, person }: ExportBookingsQuery,
  context: ExportContext,
): Table<CalendarRow> {
  const whose = person === undefined ? 'everyone' : person === 'unassigned' ? 'unassigned' : 'person'
  const query = bookings(whose, { companyId, from, to, person: person ?? '' })
  const batches = mapBatches(readInBatches(pool, companyId, query), (record) =>
    visible(audience, calendarRowMapping.fromRecord(record)),
  )
  return { name: 'bookings', columns: columnsFor(context), batches }
}

function columnsFor(context: ExportContext): readonly Column<CalendarRow>[] {
  const clock = (instant: string | undefined) => (instant ? wallClock(instant, context.timeZone) : undefined)
  return [
    { heading: 'Date', cell: (row) => clock(row.jobStart)?.day },
    { heading: 'Start', cell: (row) => clock(row.jobStart)?.time },
    { heading: 'End', cell: (row) => clock(row.jobEnd)?.time },
    { heading: 'Job ID', cell: (row) => row.jobRef },
    { heading: 'Site', cell: (row) => row.apartmentName },
    { heading: 'Status', cell: (row) => label(row.jobStatus) },
    { heading: 'Warning', cell: (row) => (row.warning ? label(row.warning) : '') },
    { heading: 'Assigned To', cell: (row) => usernamesFor(context, row.assignedTo) },
    { heading: 'Access', cell: (row) => row.access },
  ]
}
