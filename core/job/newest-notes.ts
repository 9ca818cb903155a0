import type { Job } from './job.ts'

/** How many comments a job is read with, and how many older ones are read at a time. */
export const notesPage = 50

/** A job with its newest comments only. `olderNotes` counts the others. */
export const withNewestNotes = (job: Job): Job =>
  job.extraNotes.length <= notesPage
    ? job
    : { ...job, extraNotes: job.extraNotes.slice(-notesPage), olderNotes: noteCount(job) - notesPage }

/** How many comments a job has, with those that it was read without. */
export const noteCount = ({ extraNotes, olderNotes = 0 }: Pick<Job, 'extraNotes' | 'olderNotes'>): number =>
  extraNotes.length + olderNotes

/**
 * A job as read now, with the older comments known from before. Comments are only ever added at the end, so those are all still
 * there if their number is right, without the ones that this device deletes. Otherwise somebody else has deleted one, and all
 * of them are left out.
 */
export function withKnownNotes(known: Job | undefined, now: Job, deleting: ReadonlySet<string>): Job {
  if (!known || !now.olderNotes) return now
  const at = known.extraNotes.findIndex(({ noteId }) => noteId === now.extraNotes[0]?.noteId)
  if (at < 0) return now
  const before = known.extraNotes.slice(0, at)
  const { olderNotes = 0 } = known
  for (const kept of [before, before.filter(({ noteId }) => !deleting.has(noteId))])
    if (olderNotes + kept.length === now.olderNotes)
      return { ...now, extraNotes: [...kept, ...now.extraNotes], olderNotes }
  return now
}
