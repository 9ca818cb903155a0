import { sql } from 'kysely'
import type pg from 'pg'
import { accountsQuery } from '#api/reads/accounts.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { readableUntil } from '#core/ledger/unreadable.ts'
import { id } from '#core/model/values.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { readStream } from '#ledger/log/read.ts'

/** A job folded from the log, and how many of its bookings were deleted so far. */
export async function readJobNow(pool: pg.Pool, companyId: string, jobId: string) {
  const events = (await readStream(pool, companyId, jobId)).filter(isJobEvent)
  const job = foldJob(readableUntil(events))
  return job && { job, deletions: events.filter((one) => one.type === 'BookingDeleted').length }
}

const ofNumber = statement('job-of-number', (p: Parameters<{ companyId: string; number: number }>) =>
  db
    .selectFrom('event')
    .select('stream_id')
    .where('company_id', '=', p.companyId)
    .where('number', '=', p.number)
    .where('number', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1),
)

/** The id of the job that a jobId or a jobRef ('00012', or 12) refers to; undefined if there is none. */
export async function findJobId(pool: pg.Pool, companyId: string, name: string): Promise<string | undefined> {
  const jobId = id.safeParse(name)
  if (jobId.success) return jobId.data
  if (!/^\d{1,9}$/.test(name)) return undefined
  const [{ rows }] = await readInCompany(pool, companyId, [ofNumber({ companyId, number: Number(name) })])
  return rows[0]?.stream_id
}

const ofBooking = statement('job-of-booking', (p: Parameters<{ companyId: string; jobBookingId: string }>) =>
  db
    .selectFrom('event')
    .select('stream_id')
    .where('company_id', '=', p.companyId)
    .where('type', '=', 'JobScheduled')
    .where((event) => event(sql<string>`${event.ref('data')} ->> 'jobBookingId'`, '=', p.jobBookingId))
    .orderBy('seq', 'desc')
    .limit(1),
)

/** The id of the job that a booking belongs or belonged to. */
export async function findJobOfBooking(pool: pg.Pool, companyId: string, jobBookingId: string) {
  const [{ rows }] = await readInCompany(pool, companyId, [ofBooking({ companyId, jobBookingId })])
  return rows[0]?.stream_id
}

/** The user ids of people given by id or username; undefined if one is unknown or ambiguous. */
export async function findUserIds(pool: pg.Pool, companyId: string, names: readonly string[]) {
  const userIds = names.map((name) => id.safeParse(name).data)
  if (userIds.every((one) => one !== undefined)) return userIds
  const [{ rows }] = await readInCompany(pool, companyId, [accountsQuery(companyId)])
  const accounts: { user_id: string; username: string }[] = rows
  const ids = names.flatMap((name, nth) => {
    const those = accounts.filter((one) => one.user_id === userIds[nth] || one.username === name)
    return those.length === 1 ? those.map((one) => one.user_id) : []
  })
  return ids.length === names.length ? [...new Set(ids)] : undefined
}
