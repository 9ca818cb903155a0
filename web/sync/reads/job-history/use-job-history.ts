import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { correctTimes, type HistoryPages, joined, withNews } from './pages.ts'

/** How many events are read at first, and how many on asking for older ones. */
const [firstPage, olderPage] = [100, 250]

/**
 * A job's history, newest first, a page at a time. With `until` it has the change with that version, however old: as part of the
 * newest pages where these go back so far, else as the first of pages that end with it. `isSeeking` while these are being read.
 */
export function useJobHistory(jobId: string, until?: number) {
  const newest = usePages(jobId, { isWanted: true })
  useNews(jobId, newest.data !== undefined)
  const oldest = newest.data?.entries.at(-1)?.version
  const isOlder = until !== undefined && oldest !== undefined && until < oldest && newest.hasNextPage
  const older = usePages(jobId, { isWanted: isOlder, until })
  const shown = isOlder ? older : newest
  const data = useMemo(() => {
    if (!isOlder || !older.data || !newest.data) return newest.data
    // What has come since is known to the newest pages.
    const { count, lastVersion, seq, partEvents } = newest.data
    const later = count - (older.data.count - older.data.later)
    return { ...older.data, count, lastVersion, seq, partEvents, later }
  }, [isOlder, older.data, newest.data])
  const isSeeking = isOlder && (older.data === undefined || older.isPlaceholderData)
  return { ...shown, data, error: newest.error ?? shown.error, isSeeking }
}

/** Reads older pages until there is enough. */
export function useOlderUntil(isEnough: boolean, history: ReturnType<typeof useJobHistory>) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = history
  const isWanted = !isEnough && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (isWanted) void fetchNextPage()
  }, [isWanted, fetchNextPage])
}

function usePages(jobId: string, { isWanted, until }: { isWanted: boolean; until?: number | undefined }) {
  const read = useInfiniteQuery({
    queryKey: until === undefined ? keys.history(jobId) : [...keys.history(jobId), 'until', until],
    queryFn: ({ pageParam, signal }) =>
      pageParam === undefined
        ? readPage(jobId, { limit: firstPage, until }, signal)
        : readPage(jobId, { limit: olderPage, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: JobHistoryAnswer) => page.next,
    enabled: isWanted,
    placeholderData: until === undefined ? undefined : keepPreviousData,
  })
  const pages = read.data
  const data = useMemo(() => pages && joined(pages), [pages])
  return { ...read, data }
}

/** Reads what has been recorded since when a push says that something was. */
const useNews = (jobId: string, isRead: boolean) =>
  useQuery({
    queryKey: keys.historyNews(jobId),
    queryFn: ({ client, signal }) => readNews(client, jobId, signal),
    enabled: isRead,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
  })

async function readNews(queries: QueryClient, jobId: string, signal: AbortSignal): Promise<null> {
  const queryKey = keys.history(jobId)
  const since = queries.getQueryData<HistoryPages>(queryKey)?.pages[0]?.seq
  if (since === undefined) return null
  const news = await readPage(jobId, { since }, signal)
  if (news.next !== undefined) await queries.invalidateQueries({ queryKey })
  else {
    queries.setQueryData<HistoryPages>(queryKey, (known) => known && withNews(known, news))
    if (correctTimes(news.events)) await queries.invalidateQueries({ queryKey: [...queryKey, 'until'] })
  }
  return null
}

const readPage = (jobId: string, query: Record<string, number | undefined>, signal: AbortSignal) =>
  call<JobHistoryAnswer>(pathTo(paths.jobHistory, { jobId }), { query, signal })
