import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AskedDates, DatesAnswer, MonthsAheadAnswer, RecurringAnswer } from '#core/wire/jobs/recurring.ts'
import { paths } from '#core/wire/paths.ts'
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

/** All recurring work, or that of one site, each with its next dates. */
export const useRecurring = (siteId?: string, enabled = true) =>
  useQuery({
    queryKey: [...keys.recurring, 'list', siteId],
    queryFn: ({ signal }) =>
      readOrKept({
        key: [...keys.recurring, 'list', siteId ?? ''],
        schema: async () => (await import('#core/wire/jobs/recurring.ts')).recurringAnswer,
        read: () => call<RecurringAnswer>(paths.recurringWork, { query: { siteId, after: after() }, signal }),
      }),
    enabled,
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
