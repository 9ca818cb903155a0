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
