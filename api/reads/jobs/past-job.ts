import { sql } from 'kysely'
import type pg from 'pg'
import { namesOf, peopleQueries } from '#api/reads/people.ts'
import { notesBefore, withNewestNotes } from '#core/job/newest-notes.ts'
import { type FoldedEvent, isForTeam } from '#core/ledger/ledger.ts'
import { unreadableWords } from '#core/ledger/unreadable.ts'
import { type Audience, visible } from '#core/model/access.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import type { JobNotesAnswer, JobQuery } from '#core/wire/jobs/jobs.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { foldPastJob } from './fold-past-job.ts'
import { type JobRead, peopleIn } from './job.ts'

/**
 * A job as it was at a version or at an instant of the server's clock, folded from the log; before any event that this release
 * cannot read.
 */
export async function readPastJob(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  jobId: string,
  { version, at, note }: Pick<JobQuery, 'version' | 'at' | 'note'>,
  signal: AbortSignal,
): Promise<JobRead | Refusal> {
  const past = await foldPastJob(pool, companyId, jobId, { version, at }, signal)
  if (!past) return refuse('job-not-found')
  if ('unread' in past) return unread(audience, past.unread)
  const job = withNewestNotes(visible(audience, past.job), note)
  const { seq, unreadableFrom } = past
  const [known, details, deleted] = await readInCompany(pool, companyId, [
    ...peopleQueries(companyId),
    notesDeletedAfter({ companyId, jobId, seq, noteIds: idsOf(job.extraNotes) }),
  ])
  const deletedNotes = deleted.rows.map(({ noteId }) => noteId)
  const people = namesOf([...known.rows, ...details.rows], peopleIn(job))
  return { job, people, seq, deletedNotes, ...(unreadableFrom === undefined ? {} : { unreadableFrom }) }
}

/** The refusal to show a job whose first event cannot be read. The team is not told of what type that is if it may be an office fact. */
const unread = (audience: Audience, event: FoldedEvent): Refusal =>
  refuse('job-unreadable', {
    why: (audience === 'office' || isForTeam(event) ? unreadableWords(event) : undefined) ?? askOperator,
  })
const askOperator = 'Ask your server’s operator to verify the ledger.'

/** The comments of a past job just before one of them, oldest first. */
export async function readPastNotes(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  jobId: string,
  { version, before }: { version: number; before: string },
  signal: AbortSignal,
): Promise<JobNotesAnswer | Refusal> {
  const past = await foldPastJob(pool, companyId, jobId, { version }, signal)
  if (!past) return refuse('job-not-found')
  if ('unread' in past) return unread(audience, past.unread)
  const page = notesBefore(past.job, before)
  if (!page) return refuse('note-not-found')
  const [known, details, deleted] = await readInCompany(pool, companyId, [
    ...peopleQueries(companyId),
    notesDeletedAfter({ companyId, jobId, seq: past.seq, noteIds: idsOf(page.notes) }),
  ])
  const authors = page.notes.map(({ userId }) => userId)
  const people = namesOf([...known.rows, ...details.rows], authors)
  return { ...page, people, seq: past.seq, deletedNotes: deleted.rows.map(({ noteId }) => noteId) }
}

const idsOf = (notes: readonly { noteId: string }[]) => notes.map(({ noteId }) => noteId)

type Sought = { companyId: string; jobId: string; seq: number; noteIds: readonly string[] }

/** Those of these comments of a job that were deleted after a seq. */
const notesDeletedAfter = statement('notes-deleted-after', (p: Parameters<Sought>) => {
  const noteId = sql<string>`${sql.ref('data')} ->> 'noteId'`
  return db
    .selectFrom('event')
    .select(noteId.as('noteId'))
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.jobId)
    .where('type', '=', 'NoteDeleted')
    .where('seq', '>', p.seq)
    .where(noteId, '=', sql<string>`any (${p.noteIds}::text[])`)
})
