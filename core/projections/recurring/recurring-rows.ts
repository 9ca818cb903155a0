import * as z from 'zod/mini'
import { isRecurringEvent } from '#core/ledger/ledger.ts'
import { inMilliseconds } from '#core/model/milliseconds.ts'
import { instant } from '#core/model/values.ts'
import type { Projection } from '#core/projections/projection.ts'
import { evolve, recurringWork } from '#core/recurring/recurring-work.ts'

/** Recurring work. `makeAt` is when the server has something to make; missing while it is paused, and when nothing comes. */
export const recurringRow = z.object({ ...recurringWork.shape, makeAt: z.optional(instant) })
export type RecurringRow = z.infer<typeof recurringRow>

export const recurringRows: Projection<RecurringRow> = {
  name: 'recurring-work',
  version: 2,
  row: recurringRow,
  audience: 'office',
  pushed: true,
  // Screens read it again when it is pushed, with the dates that the calendar tells.
  pushedRow: ({ recurringId, siteId }) => ({ recurringId, siteId }),
  key: (event) => (event.stream === 'recurring' ? event.streamId : undefined),
  fold: (row, event) => {
    if (!isRecurringEvent(event)) return row
    const work = evolve(row && withoutTime(row), event)
    // Rows are found by this time as a text, so all have milliseconds.
    return (
      work && { ...work, ...(work.state === 'on' && work.next ? { makeAt: inMilliseconds(work.next.makeAt) } : {}) }
    )
  },
}

const withoutTime = ({ makeAt: _, ...work }: RecurringRow) => work
