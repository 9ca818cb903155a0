import { isPartEvent } from '../ledger.ts'
import { evolve, type Part, partDocument } from '../part.ts'
import type { Projection } from './model.ts'

/** The parts book: a line is the whole part, as decisions need it too. */
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
