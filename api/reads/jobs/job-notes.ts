import type pg from 'pg'
import { seqQuery } from '#api/reads/documents.ts'
import { namesOf, peopleQueries } from '#api/reads/people.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import type { JobNotesAnswer } from '#core/wire/jobs/jobs.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { notesBefore } from './job-documents.ts'

/** The comments of a job just before one of them, oldest first. */
export async function readJobNotes(
  pool: pg.Pool,
  companyId: string,
  jobId: string,
  before: string,
): Promise<JobNotesAnswer | Refusal> {
  const [page, known, details, checkpoint] = await readInCompany(pool, companyId, [
    notesBefore({ companyId, jobId, noteId: before }),
    ...peopleQueries(companyId),
    seqQuery(companyId, 'job'),
  ])
  const [found] = page.rows
  if (!found) return refuse('job-not-found')
  const { notes, older } = found
  if (!notes || older === null) return refuse('note-not-found')
  const authors = notes.map(({ userId }) => userId)
  return { notes, older, people: namesOf([...known.rows, ...details.rows], authors), seq: checkpoint.rows[0]?.seq ?? 0 }
}
