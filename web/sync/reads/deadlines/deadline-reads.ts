import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DeadlineCounts, DeadlineJob, DeadlinesAnswer } from '#core/wire/jobs/deadlines.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { seqToAwait, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

/** Deadlines pass without an event. */
const readAgainEvery = 60_000
/** A company with more jobs that owe something sees those due first. */
const mostPages = 10

const latest = () => Math.max(seqToAwait() ?? 0, useLedger.getState().seqs.job ?? 0)

/** What is owed by when: the jobs by their first deadline. `isWhole` is false if there are too many to show. */
export type OwedJobs = { jobs: readonly DeadlineJob[]; isWhole: boolean }

/** Every job with open deadlines, read again when a job is pushed. */
export const useOwedJobs = (enabled: boolean) =>
  useQuery({
    queryKey: [...keys.deadlines, 'board'],
    queryFn: ({ signal }) => readPages(signal),
    placeholderData: keepPreviousData,
    enabled,
  })

async function readPages(signal: AbortSignal): Promise<OwedJobs> {
  const jobs: DeadlineJob[] = []
  let from: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const query = { after: latest(), from }
    const answer = await call<DeadlinesAnswer>(paths.deadlines, { query, signal })
    jobs.push(...answer.jobs)
    from = answer.next
    if (from === undefined) return { jobs, isWhole: true }
  }
  return { jobs, isWhole: false }
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
