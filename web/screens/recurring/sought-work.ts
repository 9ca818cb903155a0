import { useEffect } from 'react'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useRecurring } from '#web/sync/reads/recurring/recurring-reads.ts'
import { useToday } from '#web/ui/time/today.ts'
import { isSoon, matches } from './recurring-order.ts'

type Sought = { search: string | undefined; filter: 'soon' | 'paused' | undefined }

/**
 * The recurring work that is sought. While the server cannot be reached, that is what matches in the list on this device; `amongFirst` is
 * how many it has if not all are on it.
 */
export function useSoughtWork({ search, filter }: Sought) {
  const today = useToday(useTimeZone())
  const read = useRecurring({ search, filter, counts: 'yes' })
  const kept = useRecurring({ counts: 'yes' }, { enabled: read.isError && (search ?? filter) !== undefined })
  const isKept = read.isError && read.data === undefined && kept.data !== undefined
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = kept
  useEffect(() => {
    if (isKept && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isKept, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const pages = (isKept ? kept : read).data?.pages
  const work = pages?.flatMap((page) => page.work)
  return {
    read,
    pages,
    counts: pages?.[0]?.counts,
    work: isKept
      ? work?.filter(
          (one) =>
            (search === undefined || matches(one, search)) &&
            (filter !== 'soon' || isSoon(one, today)) &&
            (filter !== 'paused' || one.state === 'paused'),
        )
      : work,
    hasMore: !isKept && read.hasNextPage,
    amongFirst: isKept && hasNextPage ? work?.length : undefined,
  }
}
