import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DeadlineCounts, DeadlineJob, DeadlinesAnswer, OwedJobs } from '#core/wire/jobs/deadlines.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { readOrKept } from '#web/sync/device/device-reads.ts'
import { seqToAwait, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

/** Deadlines pass without an event. */
const readAgainEvery = 60_000
/** A company with more jobs that owe something sees those due first. */
const mostPages = 10

const latest = () => Math.max(seqToAwait() ?? 0, useLedger.getState().seqs.job ?? 0)

const board = [...keys.deadlines, 'board']

/** Every job with open deadlines, by the first one due: read again when a job is pushed, and kept on this device. */
export const useOwedJobs = (enabled: boolean) =>
  useQuery({
    queryKey: board,
    queryFn: ({ signal }) =>
      readOrKept({
        key: board,
        schema: async () => (await import('#core/wire/jobs/deadlines.ts')).owedJobs,
        read: () => readPages(signal),
      }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** The jobs at a site with open deadlines: as the board, read again when a job is pushed. */
export const useOwedAtSite = (site: string) =>
  useQuery({
    queryKey: [...keys.deadlines, 'site', site],
    queryFn: ({ signal }) => call<DeadlinesAnswer>(paths.deadlines, { query: { after: latest(), site }, signal }),
    placeholderData: keepPreviousData,
  })

async function readPages(signal: AbortSignal): Promise<OwedJobs> {
  const jobs: DeadlineJob[] = []
  let from: string | undefined
  let met: Pick<OwedJobs, 'metInTime'> = {}
  for (let page = 0; page < mostPages; page += 1) {
    const query = { after: latest(), from }
    const answer = await call<DeadlinesAnswer>(paths.deadlines, { query, signal })
    jobs.push(...answer.jobs)
    if (answer.metInTime) met = { metInTime: answer.metInTime }
    from = answer.next
    if (from === undefined) break
  }
  return { jobs, isWhole: from === undefined, ...met }
}

/** How many deadlines are open, late and due today. */
export const useDeadlineCounts = () =>
  useQuery({
    queryKey: [...keys.deadlines, 'counts'],
    queryFn: ({ signal }) => call<DeadlineCounts>(paths.deadlineCounts, { query: { after: latest() }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: readAgainEvery,
  })

/** How many deadlines are late or due today. */
export function usePressingDeadlines(): number | undefined {
  const { data } = useDeadlineCounts()
  return data && data.late + data.today
}
