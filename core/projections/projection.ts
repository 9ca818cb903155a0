import type * as z from 'zod/mini'
import type { Event, FoldedEvent } from '#core/ledger/ledger.ts'
import type { Folds } from '#core/model/messages.ts'

/** Tables of their own, for rows that SQL filters and sorts; all other rows are documents. */
export type RowTable = 'job_row' | 'calendar_row' | 'part_row' | 'dashboard_job'

/** A read model folded from one company's events: a key and some folds. */
export type Projection<Row extends object = object> = {
  name: string
  /** Raised when its folds change, so that it is built again. */
  version: number
  /** One schema for its rows, from which their type and the API's description come. */
  row: z.ZodMiniType<Row>
  table?: RowTable
  /** Who may read it at all; the office's part of a row stays under `office`. `own`: a row only by the user whose id is its key. */
  audience: 'everyone' | 'office' | 'own'
  /** Whether changed rows are pushed to browsers. */
  pushed: boolean
  /** A row as it is pushed, without fields that not every reader may see. */
  pushedRow?(row: Row): object
  /** Which row an event touches; undefined for an event that is none of its business. */
  key(event: FoldedEvent): string | undefined
  /** The row after the event. It is only given events that have a key here. */
  fold(row: Row | undefined, event: FoldedEvent): Row | undefined
}

/**
 * A row a job, folded from a table by event type. Events of other types are none of its business: they leave the row as it is,
 * and neither write nor push it.
 */
export const ofJobs = <Row extends object>(
  folds: Partial<Folds<Row, Event>>,
): Pick<Projection<Row>, 'key' | 'fold'> => ({
  key: (event) => (Object.hasOwn(folds, event.type) ? jobKey(event) : undefined),
  fold: (row, event) => {
    const fold: ((row: Row | undefined, event: never) => Row | undefined) | undefined = Object.hasOwn(folds, event.type)
      ? folds[event.type]
      : undefined
    return fold ? fold(row, event as never) : row
  },
})

/** The row of a job's event is the job's. */
export const jobKey = (event: FoldedEvent) => (event.stream === 'job' ? event.streamId : undefined)
