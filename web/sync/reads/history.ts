import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CompanyHistoryAnswer, EventAnswer } from '#core/wire/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { seqToAwait, useLedger } from '#web/sync/ledger/ledger-store.ts'

/** The query key of everything read from the company history, so that it can be refetched after an erasure. */
export const companyHistoryKey = ['company-history']
const key = companyHistoryKey

/** A company's history, newest first, a page at a time. New events wait until requested: see {@link useNewEvents}. */
export function useCompanyHistory(historyQuery: string) {
  const read = useInfiniteQuery({
    queryKey: [...key, 'pages', historyQuery],
    queryFn: ({ pageParam, signal }) =>
      readPage(historyQuery, pageParam === undefined ? {} : { before: `${pageParam}` }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: CompanyHistoryAnswer) => page.next,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
  const pages = read.data?.pages
  const entries = useMemo(() => pages?.flatMap((page) => page.entries), [pages])
  return { ...read, entries, seq: pages?.[0]?.seq, searchedTo: pages?.at(-1)?.searchedTo }
}

/** How many matching events came after a seq, and a function that shows them. */
export function useNewEvents(historyQuery: string, seq: number | undefined) {
  const queries = useQueryClient()
  const reached = useLedger(({ seqs }) => Math.max(0, ...Object.values(seqs)))
  const { data } = useQuery({
    queryKey: [...key, 'since', historyQuery, seq, reached],
    queryFn: ({ signal }) => readPage(historyQuery, { since: `${seq}` }, signal),
    enabled: seq !== undefined && reached > seq,
    placeholderData: keepPreviousData,
  })
  const isNew = (one: { seq: number }) => seq !== undefined && one.seq > seq
  return {
    count: data?.entries.filter(isNew).length ?? 0,
    more: data?.next !== undefined,
    show: () => queries.invalidateQueries({ queryKey: [...key, 'pages', historyQuery] }),
  }
}

const readPage = (historyQuery: string, place: Record<string, string>, signal: AbortSignal) => {
  const query = new URLSearchParams(historyQuery)
  for (const [name, value] of Object.entries({ ...place, after: `${seqToAwait() ?? 0}` })) query.set(name, value)
  return call<CompanyHistoryAnswer>(`${paths.history}?${query}`, { signal })
}

/** One event, with its cause and its neighbours in the chain. */
export const useEvent = (seq: number | undefined) =>
  useQuery({
    queryKey: [...key, 'event', seq],
    queryFn: ({ signal }) => call<EventAnswer>(pathTo(paths.historyEvent, { seq: `${seq}` }), { signal }),
    enabled: seq !== undefined,
    placeholderData: keepPreviousData,
  })
