import type { Query, QueryClient } from '@tanstack/react-query'
import { keys } from '#web/sync/reads/query-keys.ts'

/**
 * Reads again what this page is about to get as it was before this seq, and the company also if the page has it so already: the
 * pushes that it asks for may begin after changes of these.
 */
export function readAgainFrom(queries: QueryClient, seq: number): void {
  const all = queries.getQueryCache()
  const readAgain = ({ state, queryKey }: Query) => {
    if ((seqOf(state.data) ?? seq) < seq) void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'all' })
  }
  for (const query of all.findAll({ fetchStatus: 'fetching' }))
    query.promise?.then(
      () => readAgain(query),
      () => undefined,
    )
  for (const query of all.findAll({ queryKey: keys.me, fetchStatus: 'idle' })) readAgain(query)
}

/** The seq of an answer, or of a job that was read into the ledger store. */
function seqOf(answer: unknown): number | undefined {
  const seq = typeof answer === 'object' && answer !== null && 'seq' in answer ? answer.seq : answer
  return typeof seq === 'number' ? seq : undefined
}
