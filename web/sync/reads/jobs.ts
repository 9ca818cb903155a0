import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Role } from '#core/model/messages.ts'
import type { JobImagesAnswer } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import type {
  JobAnswer,
  JobHistoryAnswer,
  JobsAnswer,
  JobsQuery,
  ListAnswer,
  lists,
  TeamAnswer,
} from '#core/wire/wire.ts'
import { call } from '#web/client/call.ts'
import { confirmJob, confirmList, pushedList, seqToAwait, wantJob } from '#web/sync/ledger/ledger-store.ts'

/** Keys of what is read, so that a push finds what it concerns. */
export const keys = {
  jobs: ['jobs'],
  parts: ['parts'],
  dashboard: ['dashboard'],
  todos: ['todos'],
  job: (jobId: string) => ['job', jobId],
  history: (jobId: string) => ['history', jobId],
  images: (jobId: string) => ['images', jobId],
  team: ['team'],
  company: ['company'],
  me: ['me'],
}

export type AskedJobs = Omit<JobsQuery, 'after'>
/** A page of jobs and what was asked for, so that a push can tell whether it concerns the page. */
export type JobsPage = JobsAnswer & { asked: AskedJobs }

/** A page of jobs; the page before stays until the next one is there. */
export const useJobsPage = (asked: AskedJobs) =>
  useQuery({
    queryKey: [...keys.jobs, asked],
    queryFn: async ({ signal }): Promise<JobsPage> => {
      const read = () => {
        const after = Math.max(seqToAwait() ?? 0, pushedList())
        return call<JobsAnswer>(paths.jobs, { query: { ...asked, after }, signal })
      }
      let answer = await read()
      // A push that came while this was on its way found no page to change.
      if (answer.seq < pushedList()) answer = await read()
      confirmList(answer.seq)
      return { ...answer, asked }
    },
    placeholderData: keepPreviousData,
  })

/** Reads a job into the ledger store; screens show it from there. */
export const jobRead = (jobId: string) => ({
  queryKey: keys.job(jobId),
  queryFn: async ({ signal, client }: { signal: AbortSignal; client: QueryClient }) => {
    wantJob(jobId)
    const query = { after: seqToAwait(jobId) }
    const { job, urls, seq } = await call<JobAnswer>(pathTo(paths.job, { jobId }), { query, signal })
    client.setQueryData<JobImagesAnswer>(keys.images(jobId), { urls, seq })
    confirmJob(jobId, job, seq)
    return seq
  },
})

export const useJobRead = (jobId: string) => useQuery(jobRead(jobId))

export const useJobHistory = (jobId: string) =>
  useQuery({
    queryKey: keys.history(jobId),
    queryFn: ({ signal }) => call<JobHistoryAnswer>(pathTo(paths.jobHistory, { jobId }), { signal }),
  })

/** A person as screens name them. */
export type PersonName = { username: string; role: Role }

/** Everyone who is or was in the company, by user id. */
export function usePeople(): ReadonlyMap<string, PersonName> {
  const { data } = useQuery({
    queryKey: keys.team,
    queryFn: ({ signal }) => call<TeamAnswer>(paths.team, { signal }),
    staleTime: 5 * 60_000,
  })
  return useMemo(
    () => new Map(data?.users.map(({ userId, username, userRole }) => [userId, { username, role: userRole }])),
    [data],
  )
}

/** Names the company has used that contain what is typed, from `from` characters on; `failed` when they cannot be read. */
export function useNames(list: (typeof lists)[number], typed: string, from: number) {
  const search = typed.trim().toLowerCase()
  const { data, isError } = useQuery({
    queryKey: ['names', list, search],
    queryFn: ({ signal }) => call<ListAnswer>(pathTo(paths.list, { list }), { query: { search }, signal }),
    enabled: search.length >= from,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  if (search.length < from) return { names: [], failed: false }
  return { names: data?.names.filter((name) => name.toLowerCase().includes(search)) ?? [], failed: isError }
}
