import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type {
  AskedDates,
  DatesAnswer,
  MonthsAheadAnswer,
  OneRecurringAnswer,
  RecurringAnswer,
  RecurringQuery,
} from '#core/wire/jobs/recurring.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { readOrKept } from '#web/sync/device/device-reads.ts'
import { seqToAwait } from '#web/sync/ledger/ledger-store.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

/** The seq of the last change of recurring work that this page has made: reads wait for it. */
let saved = 0
export const waitForRecurring = (seq: number) => {
  saved = Math.max(saved, seq)
}
const after = () => Math.max(seqToAwait() ?? 0, saved)

/** How many come at once. */
const atOnce = 100

export type AskedWork = Pick<RecurringQuery, 'siteId' | 'search' | 'filter' | 'counts'>

/** Recurring work, all or that of one site, the next to come first, a page at a time; the previous list stays until the new one has loaded. */
export const useRecurring = (asked: AskedWork, { enabled = true } = {}) =>
  useInfiniteQuery({
    queryKey: [...keys.recurring, 'list', asked],
    queryFn: ({ signal, pageParam: from }) =>
      readOrKept({
        // The first page has its query's own key, so that a late answer is shown.
        key: [...keys.recurring, 'list', asked, ...(from ? [from] : [])],
        schema: async () => (await import('#core/wire/jobs/recurring.ts')).recurringAnswer,
        read: () =>
          call<RecurringAnswer>(paths.recurringWork, {
            query: { ...asked, order: 'next', most: atOnce, from: from || undefined, after: after() },
            signal,
          }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled,
  })

/** Reads one recurring work from the server. Throws a call failure without an answer. */
export const readOneRecurring = (recurringId: string, signal?: AbortSignal) =>
  call<OneRecurringAnswer>(pathTo(paths.oneRecurringWork, { recurringId }), { query: { after: after() }, signal })

/** One recurring work; not requested without an id. */
export const useOneRecurring = (recurringId: string | null) =>
  useQuery({
    queryKey: [...keys.recurring, 'one', recurringId],
    queryFn: ({ signal }) =>
      readOrKept({
        key: [...keys.recurring, 'one', recurringId],
        schema: async () => (await import('#core/wire/jobs/recurring.ts')).oneRecurringAnswer,
        read: () => readOneRecurring(recurringId ?? '', signal),
      }),
    enabled: recurringId !== null,
    retry: false,
  })

/** How many jobs are to come in each of the next twelve months. */
export const useJobsAhead = () =>
  useQuery({
    queryKey: [...keys.recurring, 'months'],
    queryFn: ({ signal }) => call<MonthsAheadAnswer>(paths.recurringMonths, { query: { after: after() }, signal }),
    placeholderData: keepPreviousData,
  })

/** The next dates of a rule as it is being written; those of the rule before stay until they are there. */
export const useDates = (asked: AskedDates | undefined) =>
  useQuery({
    queryKey: [...keys.recurring, 'dates', asked],
    queryFn: ({ signal }) =>
      call<DatesAnswer>(paths.recurringDates, { query: { rule: JSON.stringify(asked) }, signal }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
