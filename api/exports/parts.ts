import type pg from 'pg'
import { matchingPartRows } from '#api/reads/parts.ts'
import { type PartsReader, partsShape, partsValues } from '#api/reads/parts-filters.ts'
import { label } from '#core/model/label.ts'
import type { Part } from '#core/part/part.ts'
import type { PartsQuery } from '#core/wire/parts.ts'
import { readInBatches } from '#ledger/database/read-in-batches.ts'
import { statementByShape } from '#ledger/database/statement.ts'
import { partRowMapping } from '#ledger/read-models/row-types.ts'
import { type Column, type ExportContext, mapBatches, namesFor, type Table } from './export-table.ts'

const allParts = statementByShape('export-parts', matchingPartRows)

/** The parts that match the book's search and filter, in its order; every role may see all of a part. */
export function partsTable(pool: pg.Pool, reader: PartsReader, query: PartsQuery, context: ExportContext): Table<Part> {
  const rows = readInBatches(pool, reader.companyId, allParts(partsShape(query), partsValues(reader, query)))
  const batches = mapBatches(rows, partRowMapping.fromRecord)
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
  { heading: 'Added By', cell: (part) => namesFor(context, [part.createdBy]) },
]
