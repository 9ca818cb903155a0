import * as z from 'zod/mini'
import { isPartEvent } from '#core/ledger/ledger.ts'
import { evolve, type Part, partDocument } from '#core/part/part.ts'
import type { Projection } from './projection.ts'

/** The Parts Book. A row is the whole part, because decisions need it too. */
export const partRows: Projection<Part> = {
  name: 'part-rows',
  version: 1,
  row: partDocument,
  table: 'part_row',
  audience: 'everyone',
  pushed: true,
  key: (event) => (event.stream === 'part' ? event.streamId : undefined),
  fold: (part, event) => (isPartEvent(event) ? evolve(part, event) : part),
}

export const partCount = z.object({ parts: z.int() })
export type PartCount = z.infer<typeof partCount>

/** How many parts the book has, so that nobody counts the whole book to show a page of it. One row for the company. */
export const partCounts: Projection<PartCount> = {
  name: 'part-count',
  version: 1,
  row: partCount,
  audience: 'everyone',
  pushed: false,
  key: ({ type, companyId }) => (type === 'PartAdded' || type === 'PartDeleted' ? companyId : undefined),
  fold: (row, { type }) => ({ parts: (row?.parts ?? 0) + (type === 'PartAdded' ? 1 : -1) }),
}
