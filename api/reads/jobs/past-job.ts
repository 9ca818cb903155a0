import { sql } from 'kysely'
import type pg from 'pg'
import { accountsQuery, usernamesOf } from '#api/reads/accounts.ts'
import { recordedBy } from '#core/history/recorded-by.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import type { Job } from '#core/job/job.ts'
import { notesBefore, withNewestNotes } from '#core/job/newest-notes.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { readableUntil } from '#core/ledger/unreadable.ts'
import { type Audience, visible } from '#core/model/access.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import type { JobNotesAnswer, JobQuery } from '#core/wire/jobs/jobs.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { readStream } from '#ledger/log/read.ts'
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
): Promise<JobRead | undefined> {
  const past = await foldPastJob(pool, companyId, jobId, { version, at })
  if (!past) return undefined
  const job = withNewestNotes(visible(audience, past.job), note)
  const [accounts, deleted] = await readInCompany(pool, companyId, [
    accountsQuery(companyId),
    notesDeletedAfter({ companyId, jobId, seq: past.seq }),
  ])
  const deletedNotes = deletedAmong(job.extraNotes, deleted.rows)
  return { job, people: usernamesOf(accounts.rows, peopleIn(job)), seq: past.seq, deletedNotes }
}

/** The comments of a past job just before one of them, oldest first. */
export async function readPastNotes(
  pool: pg.Pool,
  companyId: string,
  jobId: string,
  { version, before }: { version: number; before: string },
): Promise<JobNotesAnswer | Refusal> {
  const past = await foldPastJob(pool, companyId, jobId, { version })
  if (!past) return refuse('job-not-found')
  const page = notesBefore(past.job, before)
  if (!page) return refuse('note-not-found')
  const [accounts, deleted] = await readInCompany(pool, companyId, [
    accountsQuery(companyId),
    notesDeletedAfter({ companyId, jobId, seq: past.seq }),
  ])
  const authors = page.notes.map(({ userId }) => userId)
  const people = usernamesOf(accounts.rows, authors)
  return { ...page, people, seq: past.seq, deletedNotes: deletedAmong(page.notes, deleted.rows) }
}

/** A whole job as it was, and the seq of the last event of it. */
async function foldPastJob(
  pool: pg.Pool,
  companyId: string,
  jobId: string,
  { version, at }: Pick<JobQuery, 'version' | 'at'>,
) {
  const history = (await readStream(pool, companyId, jobId, version)).filter(isJobEvent)
  const events = at === undefined ? history : recordedBy(history, at)
  const job = foldJob(readableUntil(events))
  return job && { job, seq: events.at(-1)?.seq ?? 0 }
}

const deletedAmong = (notes: Job['extraNotes'], deleted: readonly { noteId: string }[]) => {
  const ids = new Set(deleted.map(({ noteId }) => noteId))
  return notes.map(({ noteId }) => noteId).filter((noteId) => ids.has(noteId))
}

/** The comments of a job that were deleted after a seq. */
const notesDeletedAfter = statement(
  'notes-deleted-after',
  (p: Parameters<{ companyId: string; jobId: string; seq: number }>) =>
    db
      .selectFrom('event')
      .select(({ ref }) => sql<string>`${ref('data')} ->> 'noteId'`.as('noteId'))
      .where('company_id', '=', p.companyId)
      .where('stream_id', '=', p.jobId)
      .where('type', '=', 'NoteDeleted')
      .where('seq', '>', p.seq),
)
