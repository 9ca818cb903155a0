import { sql } from 'kysely'
import type pg from 'pg'
import { inTurns } from '#api/http/turns/in-turns.ts'
import { openJobFold } from '#core/job/fold/job-fold.ts'
import type { Job } from '#core/job/job.ts'
import { type FoldedEvent, isJobEvent } from '#core/ledger/ledger.ts'
import { whyUnreadable } from '#core/ledger/shapes.ts'
import type { JobQuery } from '#core/wire/jobs/jobs.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { readStreamInPages } from '#ledger/log/read-pages.ts'

/**
 * A whole job as it was, and the seq of the last event by then. With `unreadableFrom` this release cannot read the event of that
 * version, and the job is as it was before it. Where that is the job's first event, nothing is known of the job, and the event is given.
 */
export type PastJob = { job: Job; seq: number; unreadableFrom?: number } | { unread: FoldedEvent; seq: number }

/**
 * Folds a job as it was at a version, or after the last event recorded by an instant of the server's clock; undefined if there was
 * none. Always from a beginning of its stream, even where that clock once went back, so that what is folded did exist. It takes time
 * in proportion to the events, but holds a page of them at most, and others are served in between. Throws the signal's reason once it is
 * aborted.
 */
export async function foldPastJob(
  pool: pg.Pool,
  companyId: string,
  jobId: string,
  { version = newest, at = 'infinity' }: Pick<JobQuery, 'version' | 'at'>,
  signal?: AbortSignal,
): Promise<PastJob | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [lastEvent({ companyId, jobId, version, at })])
  const [last] = rows
  if (!last) return undefined
  const fold = openJobFold()
  let unread: FoldedEvent | undefined
  for await (const page of readStreamInPages(pool, companyId, jobId, last.version)) {
    ;[unread] = await inTurns(folding(fold, page))
    if (unread) break
    signal?.throwIfAborted()
  }
  const job = fold.job()
  if (!job) return unread && { unread, seq: last.seq }
  return { job, seq: last.seq, ...(unread ? { unreadableFrom: unread.version } : {}) }
}

/** Folds events up to the first that this release cannot read, and gives that one. */
function* folding(fold: ReturnType<typeof openJobFold>, events: readonly FoldedEvent[]) {
  for (const event of events) {
    const isReadable = whyUnreadable(event) === undefined
    if (isReadable && isJobEvent(event)) fold.add(event)
    yield isReadable ? undefined : event
    if (!isReadable) return
  }
}

/** The highest version that a stream can have. */
const newest = 2_147_483_647

type Asked = { companyId: string; jobId: string; version: number; at: string }
const lastEvent = statement('last-event-of-past-job', (p: Parameters<Asked>) =>
  db
    .selectFrom('event')
    .select(['version', 'seq'])
    .where('company_id', '=', p.companyId)
    .where('stream_id', '=', p.jobId)
    .where('stream', '=', 'job')
    .where('version', '<=', p.version)
    .where('recorded_at', '<=', sql<string>`${p.at}::timestamptz`)
    .orderBy('version', 'desc')
    .limit(1),
)
