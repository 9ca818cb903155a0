import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { foldJob } from '#core/job/fold/job-fold.ts'
import type { Job } from '#core/job/job.ts'
import { isJobEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import type { JobHistory } from './pages.ts'

/** The job as it was after the event with this version. */
export const jobAt = (events: readonly StoredEvent[], version: number): Job | undefined =>
  foldJob(events.filter(isJobEvent).filter((event) => event.version <= version))

/**
 * What is known of a job as it was; `deletedNotes` are those of its comments that were deleted since. With `unreadableFrom` it is as
 * it was before that version, which cannot be read.
 */
export type JobAsOf = Pick<JobAnswer, 'job' | 'urls' | 'unreadableFrom'> & { deletedNotes: ReadonlySet<string> }

/**
 * A job as it was after a version: folded here if the whole history has been read, else read from the server, with its newest
 * comments and the one asked for. Undefined while it is being read, and for a version before the first.
 */
export function useJobAsOf(
  jobId: string,
  history: JobHistory | undefined,
  version: number | undefined,
  noteId?: string,
): { data: JobAsOf | undefined; error: Error | null; isPending: boolean; refetch: () => void } {
  const folded = useMemo(() => foldedAt(history, version), [history, version])
  const isRead = history !== undefined && !history.isWhole && version !== undefined && version > 0
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...keys.history(jobId), 'as-of', version, noteId],
    queryFn: ({ signal }) =>
      call<JobAnswer>(pathTo(paths.job, { jobId }), { query: { version, note: noteId }, signal }),
    enabled: isRead,
  })
  const read = useMemo(() => data && { ...data, deletedNotes: new Set(data.deletedNotes) }, [data])
  return { data: isRead ? read : folded, error, isPending: isRead && isPending, refetch: () => void refetch() }
}

function foldedAt(history: JobHistory | undefined, version: number | undefined): JobAsOf | undefined {
  if (!history?.isWhole || version === undefined) return undefined
  const job = jobAt(history.events, version)
  const last = history.events.at(-1)?.version
  if (!job || last === undefined) return undefined
  const left = new Set(jobAt(history.events, last)?.extraNotes.map(({ noteId }) => noteId))
  const deletedNotes = new Set(job.extraNotes.map(({ noteId }) => noteId).filter((noteId) => !left.has(noteId)))
  return { job, urls: history.urls, deletedNotes }
}
