import type pg from 'pg'
import { accountsQuery, usernamesOf } from '#api/reads/accounts.ts'
import { seqQuery } from '#api/reads/documents.ts'
import { recordedBy } from '#core/history/recorded-by.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import type { Job } from '#core/job/job.ts'
import { withNewestNotes } from '#core/job/newest-notes.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { readableUntil } from '#core/ledger/unreadable.ts'
import { type Audience, visible } from '#core/model/access.ts'
import type { JobAnswer, JobQuery } from '#core/wire/jobs/jobs.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { readStream } from '#ledger/log/read.ts'
import { jobDocument } from './job-documents.ts'

/** A job as read; the addresses of its images are added later. */
type JobRead = Omit<JobAnswer, 'urls'>

/** A job's current state; undefined if the company has no such job. */
export async function readJob(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  jobId: string,
): Promise<JobRead | undefined> {
  const [document, accounts, checkpoint] = await readInCompany(pool, companyId, [
    jobDocument({ companyId, jobId }),
    accountsQuery(companyId),
    seqQuery(companyId, 'job'),
  ])
  const body = document.rows[0]?.body
  if (!body) return undefined
  const job = visible(audience, body)
  return { job, people: usernamesOf(accounts.rows, peopleIn(job)), seq: checkpoint.rows[0]?.seq ?? 0 }
}

/**
 * A job as it was at a version or at an instant of the server's clock, folded from the log; before any event that this release
 * cannot read.
 */
export async function readPastJob(
  pool: pg.Pool,
  companyId: string,
  audience: Audience,
  jobId: string,
  { version, at }: Pick<JobQuery, 'version' | 'at'>,
): Promise<JobRead | undefined> {
  const history = (await readStream(pool, companyId, jobId, version)).filter(isJobEvent)
  const events = at === undefined ? history : recordedBy(history, at)
  const body = foldJob(readableUntil(events))
  if (!body) return undefined
  const job = withNewestNotes(visible(audience, body))
  const [accounts] = await readInCompany(pool, companyId, [accountsQuery(companyId)])
  return { job, people: usernamesOf(accounts.rows, peopleIn(job)), seq: events.at(-1)?.seq ?? 0 }
}

const peopleIn = (job: Job) => [
  ...job.assignedTo,
  ...job.extraNotes.map((one) => one.userId),
  ...job.images.map((one) => one.userId),
  job.office?.createdBy,
]
