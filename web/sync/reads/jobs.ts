import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { JobsAnswer, JobsQuery } from '#core/wire/jobs/jobs.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { readOrKept } from '#web/sync/device/device-reads.ts'
import { readPastPushes } from '#web/sync/device/read-past-pushes.ts'
import { pushedList } from '#web/sync/ledger/ledger-positions.ts'
import type { RowSeqs } from '#web/sync/ledger/ledger-state.ts'
import { confirmList, seqToAwait } from '#web/sync/ledger/ledger-store.ts'
import { keys } from './query-keys.ts'

export type AskedJobs = Omit<JobsQuery, 'after'>
/** A page of jobs and the query it answers, so that a push can tell whether it affects the page. */
export type JobsPage = JobsAnswer & RowSeqs & { asked: AskedJobs }

/** A page of jobs. */
export const jobsPageRead = (asked: AskedJobs) => ({
  queryKey: [...keys.jobs, asked],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<JobsPage> => {
    const read = () => {
      const after = Math.max(seqToAwait() ?? 0, pushedList())
      return readOrKept({
        key: [...keys.jobs, asked],
        schema: async () => (await import('#core/wire/jobs/jobs.ts')).jobsAnswer,
        read: () => call<JobsAnswer>(paths.jobs, { query: { ...asked, after }, signal }),
      })
    }
    const answer = await readPastPushes([...keys.jobs, asked], pushedList, read)
    confirmList(answer.seq)
    return { ...answer, asked }
  },
})

/** {@link jobsPageRead} for a screen; the previous page stays until the next one has loaded. */
export const useJobsPage = (asked: AskedJobs, enabled = true) =>
  useQuery({ ...jobsPageRead(asked), placeholderData: keepPreviousData, enabled })
