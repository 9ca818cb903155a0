import type pg from 'pg'
import type { Projection, RowTable } from '#core/projections/projection.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { type DashboardRecord, dashboardRowMapping } from '#ledger/read-models/dashboard-rows.ts'
import {
  type CalendarRecord,
  calendarRowMapping,
  columnsOf,
  type JobRecord,
  jobRowMapping,
  type PartRecord,
  partRowMapping,
} from '#ledger/read-models/row-types.ts'
import { type Keyed, siteTables, type Wanted } from './site-rows.ts'

/** The rows of a projection with these keys, and the keys without a row. `client` must already see the company. */
export async function readRows(
  client: pg.ClientBase,
  companyId: string,
  { name, table, pushedRow = (row) => row }: Projection,
  generation: number,
  keys: readonly string[],
): Promise<{ rows: object[]; removed: string[] }> {
  const wanted = { companyId, generation, keys }
  const found = new Map(table ? await readTable[table](client, wanted) : await readDocuments(client, name, wanted))
  return {
    rows: [...found.values()].map((row) => pushedRow(row)),
    removed: keys.filter((key) => !found.has(key)),
  }
}

const readTable: Record<RowTable, (client: pg.ClientBase, wanted: Wanted) => Promise<Keyed[]>> = {
  job_row: async (client, wanted) =>
    (await rowsOf(client, jobRows(wanted))).map((row) => [row.job_id, jobRowMapping.fromRecord(row)]),
  calendar_row: async (client, wanted) =>
    (await rowsOf(client, calendarRows(wanted))).map((row) => [row.job_id, calendarRowMapping.fromRecord(row)]),
  part_row: async (client, wanted) =>
    (await rowsOf(client, partRows(wanted))).map((row) => [row.part_id, partRowMapping.fromRecord(row)]),
  dashboard_job: async (client, wanted) =>
    (await rowsOf(client, dashboardRows(wanted))).map((row) => [row.job_id, dashboardRowMapping.fromRecord(row)]),
  ...siteTables,
}

const jobRows = statement('pushed-jobs', (p: Parameters<Wanted>) =>
  db
    .selectFrom('job_row')
    .select(columnsOf(jobRowMapping))
    .where('company_id', '=', p.companyId)
    .where('generation', '=', p.generation)
    .where((row) => row('job_id', '=', row.fn.any(p.keys)))
    .$narrowType<Pick<JobRecord, 'job_status' | 'warning'>>(),
)
const calendarRows = statement('pushed-calendar', (p: Parameters<Wanted>) =>
  db
    .selectFrom('calendar_row')
    .select(columnsOf(calendarRowMapping))
    .where('company_id', '=', p.companyId)
    .where('generation', '=', p.generation)
    .where((row) => row('job_id', '=', row.fn.any(p.keys)))
    .$narrowType<Pick<CalendarRecord, 'job_status' | 'warning'>>(),
)
const partRows = statement('pushed-parts', (p: Parameters<Wanted>) =>
  db
    .selectFrom('part_row')
    .select(columnsOf(partRowMapping))
    .where('company_id', '=', p.companyId)
    .where('generation', '=', p.generation)
    .where((row) => row('part_id', '=', row.fn.any(p.keys)))
    .$narrowType<Pick<PartRecord, 'part_status'>>(),
)
const dashboardRows = statement('pushed-dashboard', (p: Parameters<Wanted>) =>
  db
    .selectFrom('dashboard_job')
    .select(columnsOf(dashboardRowMapping))
    .where('company_id', '=', p.companyId)
    .where('generation', '=', p.generation)
    .where((row) => row('job_id', '=', row.fn.any(p.keys)))
    .$narrowType<Pick<DashboardRecord, 'job_status' | 'warning' | 'tasks' | 'overdue_reason'>>(),
)

const documents = statement('pushed-documents', (p: Parameters<Wanted & { projection: string }>) =>
  db
    .selectFrom('document')
    .select(['key', 'body'])
    .where('company_id', '=', p.companyId)
    .where('projection', '=', p.projection)
    .where('generation', '=', p.generation)
    .where((row) => row('key', '=', row.fn.any(p.keys))),
)

const readDocuments = async (client: pg.ClientBase, projection: string, wanted: Wanted): Promise<Keyed[]> =>
  (await rowsOf(client, documents({ ...wanted, projection }))).map(({ key, body }) => [key, body])
