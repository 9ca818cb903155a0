import type pg from 'pg'
import { type Audience, visible } from '#core/model/access.ts'
import { label } from '#core/model/label.ts'
import type { CalendarRow } from '#core/projections/calendar.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import type { ExportBookingsQuery } from '#core/wire/jobs/exports.ts'
import { readInBatches } from '#ledger/database/read-in-batches.ts'
import { liveGeneration } from '#ledger/read-models/live-generation.ts'
import { type CalendarRecord, calendarRowMapping } from '#ledger/read-models/row-types.ts'
import { type Column, type ExportContext, mapBatches, type Table, usernamesFor } from './export-table.ts'

/** The bookings that lie at least partly between two instants, first to last; of one person where one is asked for. */
export function bookingsTable(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  { from, to, person }: ExportBookingsQuery,
  context: ExportContext,
): Table<CalendarRow> {
  const values = [companyId, from, to, ...(person && person !== 'unassigned' ? [person] : [])]
  const whose =
    person === undefined ? 'true' : person === 'unassigned' ? `assigned_to = '{}'` : 'assigned_to @> array[$4::uuid]'
  const text = `
    select ${Object.keys(calendarRowMapping.columns).join(', ')} from calendar_row
    where company_id = $1 and generation = ${liveGeneration('$1', `'calendar'`)}
      and job_start < $3 and job_end > $2 and ${whose}
    order by job_start, number`
  const batches = mapBatches(readInBatches<CalendarRecord>(pool, companyId, { text, values }), (record) =>
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
