import type pg from 'pg'
import { seqQuery } from '#api/reads/documents.ts'
import { namesOf, peopleQueries } from '#api/reads/people.ts'
import type { Job } from '#core/job/job.ts'
import { type Audience, visible } from '#core/model/access.ts'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { jobDocument } from './job-documents.ts'

/** A job as read; the addresses of its images are added later. */
export type JobRead = Omit<JobAnswer, 'urls'>

/** A job's current state; undefined if the company has no such job. */
export async function readJob(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  jobId: string,
): Promise<JobRead | undefined> {
  const [document, known, details, checkpoint] = await readInCompany(pool, companyId, [
    jobDocument({ companyId, jobId }),
    ...peopleQueries(companyId),
    seqQuery(companyId, 'job'),
  ])
  const body = document.rows[0]?.body
  if (!body) return undefined
  const job = visible(audience, body)
  return { job, people: namesOf([...known.rows, ...details.rows], peopleIn(job)), seq: checkpoint.rows[0]?.seq ?? 0 }
}

/** Everybody whom a job names. */
export const peopleIn = (job: Job) => [
  ...job.assignedTo,
  ...job.extraNotes.map((one) => one.userId),
  ...job.images.map((one) => one.userId),
  job.office?.createdBy,
]
