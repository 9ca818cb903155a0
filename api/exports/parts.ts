import type pg from 'pg'
import type { PartsReader } from '#api/reads/parts.ts'
import { partFilters, partOrder } from '#api/reads/parts-filters.ts'
import { label } from '#core/model/label.ts'
import type { Part } from '#core/part/part.ts'
import type { PartsQuery } from '#core/wire/parts.ts'
import { readInBatches } from '#ledger/database/read-in-batches.ts'
import { liveGeneration } from '#ledger/read-models/live-generation.ts'
import { type PartRecord, partRowMapping } from '#ledger/read-models/row-types.ts'
import { type Column, type ExportContext, mapBatches, type Table, usernamesFor } from './export-table.ts'

/** The parts that the book's search and filter leave, in its order; every role may have all of a part. */
export function partsTable(
  pool: pg.Pool,
  { companyId, userId, now }: PartsReader,
  query: PartsQuery,
  context: ExportContext,
): Table<Part> {
  const values: string[] = [companyId, userId, now.toISOString()]
  const { chosen } = partFilters(query, (value) => `$${values.push(value)}`)
  const where = ['company_id = $1', `generation = ${liveGeneration('$1', `'part-rows'`)}`, ...chosen]
  const text = `
    select ${Object.keys(partRowMapping.columns).join(', ')} from part_row
    where ${where.join(' and ')} and $2::uuid is not null and $3::text is not null
    order by ${partOrder(query)}`
  const batches = mapBatches(readInBatches<PartRecord>(pool, companyId, { text, values }), partRowMapping.fromRecord)
  return { name: 'parts', columns: columnsFor(context), batches }
}

const columnsFor = (context: ExportContext): readonly Column<Part>[] => [
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
  { heading: 'Added By', cell: (part) => usernamesFor(context, [part.createdBy]) },
]
