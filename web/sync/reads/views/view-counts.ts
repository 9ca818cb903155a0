import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { mostCountedViews } from '#core/views/jobs-list.ts'
import type { ListCount, ViewCountsAnswer } from '#core/wire/jobs/views.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { pushedList, pushedViews } from '#web/sync/ledger/ledger-positions.ts'
import { seqToAwait } from '#web/sync/ledger/ledger-store.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

/** How many jobs are in a list, as it is shown; undefined while that is not known. */
export type CountOf = (list: string) => string | undefined

/**
 * Counts the lists that everybody has, by their names, and the first of these views, by their ids. They are read again when a job is
 * pushed. Without a network there are no counts.
 */
export function useViewCounts(viewIds: readonly string[], enabled: boolean): CountOf {
  const views = viewIds.slice(0, mostCountedViews).join(',')
  const { data } = useQuery({
    queryKey: [...keys.viewCounts, views],
    queryFn: ({ signal }) => {
      const after = Math.max(seqToAwait() ?? 0, pushedList(), pushedViews())
      return call<ViewCountsAnswer>(paths.viewCounts, { query: { after, views: views || undefined }, signal })
    },
    placeholderData: keepPreviousData,
    enabled,
  })
  return (list) => inWords(data?.counts[list])
}

const inWords = (count: ListCount | undefined) => count && `${count.jobs}${count.isMore ? '+' : ''}`
