import type pg from 'pg'
import type { Projection, RowTable } from '#core/projections/projection.ts'
import { dashboardRowMapping } from '#ledger/read-models/dashboard-rows.ts'
import { calendarRowMapping, jobRowMapping, partRowMapping } from '#ledger/read-models/row-types.ts'

/** The rows of a projection with these keys, and the keys without a row. `client` must already see the company. */
export async function readRows(
  client: pg.ClientBase,
  companyId: string,
  { name, table, pushedRow = (row) => row }: Projection,
  generation: number,
  keys: readonly string[],
): Promise<{ rows: object[]; removed: string[] }> {
  const found = new Map<string, object>()
  if (table) {
    const { key, columns, fromRecord } = mappings[table]
    const { rows } = await client.query({
      name: `pushed-${table}`,
      text: `select ${columns} from ${table} where company_id = $1 and generation = $2 and ${key} = any ($3::uuid[])`,
      values: [companyId, generation, keys],
    })
    for (const row of rows) found.set(row[key], pushedRow(fromRecord(row)))
  } else {
    const { rows } = await client.query<{ key: string; body: object }>({
      name: 'pushed-document',
      text: `
        select key, body from document
        where company_id = $1 and projection = $2 and generation = $3 and key = any ($4)`,
      values: [companyId, name, generation, keys],
    })
    for (const { key, body } of rows) found.set(key, pushedRow(body))
  }
  return { rows: [...found.values()], removed: keys.filter((key) => !found.has(key)) }
}

const mappings: Record<RowTable, { key: string; columns: string; fromRecord(row: object): object }> = {
  job_row: { ...jobRowMapping, columns: Object.keys(jobRowMapping.columns).join(', ') },
  calendar_row: { ...calendarRowMapping, columns: Object.keys(calendarRowMapping.columns).join(', ') },
  part_row: { ...partRowMapping, columns: Object.keys(partRowMapping.columns).join(', ') },
  dashboard_job: { ...dashboardRowMapping, columns: Object.keys(dashboardRowMapping.columns).join(', ') },
}
