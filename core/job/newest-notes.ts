import type { Job } from './job.ts'

/** How many comments a job is read with, and how many older ones are read at a time. */
export const notesPage = 50

/** A job with its newest comments only, and this one before them. `olderNotes` counts the others. */
export function withNewestNotes(job: Job, alsoId?: string): Job {
  if (job.extraNotes.length <= notesPage) return job
  const also = job.extraNotes.slice(0, -notesPage).filter(({ noteId }) => noteId === alsoId)
  const extraNotes = [...also, ...job.extraNotes.slice(-notesPage)]
  return { ...job, extraNotes, olderNotes: noteCount(job) - extraNotes.length }
}

/** The comments of a whole job just before one of them, and how many there are before these; undefined if it has no such comment. */
export function notesBefore({ extraNotes }: Pick<Job, 'extraNotes'>, before: string) {
  const end = extraNotes.findIndex(({ noteId }) => noteId === before)
  const older = Math.max(0, end - notesPage)
  return end < 0 ? undefined : { notes: extraNotes.slice(older, end), older }
}

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
