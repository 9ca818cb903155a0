import type { QueryClient } from '@tanstack/react-query'
import { calendarKey } from '#web/sync/reads/calendar.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

/** The seq of the oldest page of jobs or parts, or range of the calendar, that was read; undefined if none was. */
export function oldestPage(queries: QueryClient): number | undefined {
  const reads = [keys.jobs, keys.parts, calendarKey].flatMap((queryKey) =>
    queries.getQueriesData<{ seq: number }>({ queryKey }),
  )
  const seqs = reads.flatMap(([, read]) => (read ? [read.seq] : []))
  return seqs.length === 0 ? undefined : Math.min(...seqs)
}
