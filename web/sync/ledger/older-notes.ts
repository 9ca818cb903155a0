import type { Job } from '#core/job/job.ts'
import { withKnownNotes, withNewestNotes } from '#core/job/newest-notes.ts'
import type { JobNotesAnswer } from '#core/wire/jobs/jobs.ts'
import type { Queue } from '#web/sync/outbox/outbox.ts'

type Jobs<Known extends { body: Job | undefined }> = Readonly<Record<string, Known>>

/** A job from the server, with the older comments that this device has read. */
export const withOlderOf = (known: Job | undefined, now: Job, queue: Queue): Job =>
  withKnownNotes(known, now, deletedHere(queue))

const deletedHere = (queue: Queue) =>
  new Set(queue.flatMap(({ command }) => (command.type === 'DeleteNote' ? [command.data.noteId] : [])))

/** Adds the comments before this one, unless it is not the oldest known any more. */
export function withOlder<Known extends { body: Job | undefined }>(
  jobs: Jobs<Known>,
  jobId: string,
  before: string,
  { notes, older }: Pick<JobNotesAnswer, 'notes' | 'older'>,
): Jobs<Known> {
  const known = jobs[jobId]
  if (known?.body?.extraNotes[0]?.noteId !== before) return jobs
  const body = { ...known.body, extraNotes: [...notes, ...known.body.extraNotes], olderNotes: older }
  return { ...jobs, [jobId]: { ...known, body } }
}

/** Drops the older comments: their texts may have been erased since. */
export const withoutOlder = <Known extends { body: Job | undefined }>(jobs: Jobs<Known>): Jobs<Known> =>
  Object.fromEntries(
    Object.entries(jobs).map(([jobId, known]) => [
      jobId,
      known.body?.olderNotes === undefined ? known : { ...known, body: withNewestNotes(known.body) },
    ]),
  )
