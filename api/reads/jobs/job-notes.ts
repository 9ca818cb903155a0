import type pg from 'pg'
import { accountsQuery, usernamesOf } from '#api/reads/accounts.ts'
import { jobDocument, seqQuery } from '#api/reads/documents.ts'
import { notesPage } from '#core/job/newest-notes.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import type { JobNotesAnswer } from '#core/wire/jobs/jobs.ts'
import { readInCompany } from '#ledger/database/connect.ts'

/** The comments of a job just before one of them, oldest first. */
export async function readJobNotes(
  pool: pg.Pool,
  companyId: string,
  jobId: string,
  before: string,
): Promise<JobNotesAnswer | Refusal> {
  const [document, accounts, checkpoint] = await readInCompany(pool, companyId, [
    jobDocument({ companyId, key: jobId }),
    accountsQuery(companyId),
    seqQuery(companyId, 'job'),
  ])
  const job = document.rows[0]?.body
  if (!job) return refuse('job-not-found')
  const end = job.extraNotes.findIndex(({ noteId }) => noteId === before)
  if (end < 0) return refuse('note-not-found')
  const older = Math.max(0, end - notesPage)
  const notes = job.extraNotes.slice(older, end)
  const authors = notes.map(({ userId }) => userId)
  return { notes, older, people: usernamesOf(accounts.rows, authors), seq: checkpoint.rows[0]?.seq ?? 0 }
}
