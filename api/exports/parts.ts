import type pg from 'pg'
import { label } from '#core/label.ts'
import type { Part } from '#core/part.ts'
import type { PartsQuery } from '#core/wire-parts.ts'
import { batchesInCompany } from '#ledger/batches.ts'
import { liveGeneration } from '#ledger/live-generation.ts'
import { type PartRecord, partRowMapping } from '#ledger/row-types.ts'
import type { PartsReader } from '../reads/parts.ts'
import { partFiltersOf, partOrderOf } from '../reads/parts-filters.ts'
import { type Column, mapped, namesIn, type Table, type Telling } from './columns.ts'

/** The parts that the book's search and filter leave, in its order; every role may have all of a part. */
export function partsTable(
  pool: pg.Pool,
  { companyId, userId, now }: PartsReader,
  query: PartsQuery,
  telling: Telling,
): Table<Part> {
  const values: string[] = [companyId, userId, now.toISOString()]
  const { chosen } = partFiltersOf(query, (value) => `$${values.push(value)}`)
  const where = ['company_id = $1', `generation = ${liveGeneration('$1', `'part-rows'`)}`, ...chosen]
  const text = `
    select ${Object.keys(partRowMapping.columns).join(', ')} from part_row
    where ${where.join(' and ')} and $2::uuid is not null and $3::text is not null
    order by ${partOrderOf(query)}`
  const batches = mapped(batchesInCompany<PartRecord>(pool, companyId, { text, values }), partRowMapping.fromRecord)
  return { name: 'parts', columns: columnsFor(telling), batches }
}

const columnsFor = (telling: Telling): readonly Column<Part>[] => [
  { heading: 'Product Name', cell: (part) => part.name },
  { heading: 'Reference', cell: (part) => part.reference },
  { heading: 'Site', cell: (part) => part.site },
  { heading: 'Job ID', cell: (part) => part.jobId },
  { heading: 'Category', cell: (part) => part.category },
  { heading: 'Purchase Date', cell: (part) => part.purchaseDate },
  { heading: 'Expected Delivery', cell: (part) => part.expectedDelivery },
  { heading: 'Status', cell: (part) => label(part.status) },
  { heading: 'Product Link', cell: (part) => part.link },
  { heading: 'Notes', cell: (part) => part.notes },
  { heading: 'Added By', cell: (part) => namesIn(telling, [part.createdBy]) },
]
