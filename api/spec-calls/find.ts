import type pg from 'pg'
import { accountsQuery } from '#api/reads/accounts.ts'
import { evolve, type Job } from '#core/job/job.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { id } from '#core/model/values.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { readStream } from '#ledger/log/read.ts'

/** A job as it is in the log itself, and how many bookings of it were deleted so far. */
export async function readJobNow(pool: pg.Pool, companyId: string, jobId: string) {
  const events = (await readStream(pool, companyId, jobId)).filter(isJobEvent)
  const job = events.reduce<Job | undefined>(evolve, undefined)
  return job && { job, deletions: events.filter((one) => one.type === 'BookingDeleted').length }
}

/** The id of the job that a jobId or a jobRef ('00012', or 12) names; undefined for a text that names none. */
export async function jobNamed(pool: pg.Pool, companyId: string, name: string): Promise<string | undefined> {
  const jobId = id.safeParse(name)
  if (jobId.success) return jobId.data
  if (!/^\d{1,9}$/.test(name)) return undefined
  return found(pool, companyId, 'job-of-number', 'number = $2 and number is not null', Number(name))
}

/** The id of the job that a booking is or was of. */
export const jobOfBooking = (pool: pg.Pool, companyId: string, jobBookingId: string) =>
  found(pool, companyId, 'job-of-booking', `type = 'JobScheduled' and data ->> 'jobBookingId' = $2`, jobBookingId)

async function found(pool: pg.Pool, companyId: string, name: string, which: string, value: string | number) {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name,
      text: `select stream_id from event where company_id = $1 and ${which} order by seq desc limit 1`,
      values: [companyId, value],
    },
  ])
  const row: { stream_id: string } | undefined = rows[0]
  return row?.stream_id
}

/** User ids for people who are named by id or by username; undefined when one is nobody, or could be two. */
export async function peopleNamed(pool: pg.Pool, companyId: string, names: readonly string[]) {
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
