import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Projection } from '#core/projections/projection.ts'

/** A row of a projection with predicted events folded over it; events of other rows leave it unchanged. */
export const predictRow = <Row extends object>(
  projection: Pick<Projection<Row>, 'key' | 'fold'>,
  key: string,
  row: Row | undefined,
  events: readonly StoredEvent[],
): Row | undefined =>
  events.reduce((before, event) => (projection.key(event) === key ? projection.fold(before, event) : before), row)
