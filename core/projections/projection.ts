import type * as z from 'zod/mini'
import type { Event, FoldedEvent } from '#core/ledger/ledger.ts'
import type { Folds } from '#core/model/messages.ts'

/** The tables for rows that SQL filters and sorts; all other rows are JSON documents. */
export type RowTable = 'job_row' | 'calendar_row' | 'part_row' | 'dashboard_job' | 'site_row' | 'site_name' | 'site_job'

/** A read model, folded from the events of one company. */
export type Projection<Row extends object = object> = {
  name: string
  /** Raised when its folds change, so that it is rebuilt. */
  version: number
  /** The schema of its rows, also used in the API's description. */
  row: z.ZodMiniType<Row>
  table?: RowTable
  /** Who may read it. Office facts are under `office` in each row. `own`: only the user whose id is the key reads the row. */
  audience: 'everyone' | 'office' | 'own'
  /** Whether changed rows are pushed to browsers. */
  pushed: boolean
  /** A row in the form that is pushed, without fields that only some readers may see. */
  pushedRow?(row: Row): object
  /** The key of the row that an event changes; undefined if the event is not relevant here. */
  key(event: FoldedEvent): string | undefined
  /** The row after the event. Called only with events that have a key here. */
  fold(row: Row | undefined, event: FoldedEvent): Row | undefined
}

/**
 * The key and fold of a projection with one row for each job, from a table of folds by event type. Events of other types do
 * not change a row, so it is neither written nor pushed.
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

/** The job's id for events of a job. */
export const jobKey = (event: FoldedEvent) => (event.stream === 'job' ? event.streamId : undefined)
