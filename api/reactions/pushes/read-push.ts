import type pg from 'pg'
import { foldCompany } from '#api/company/plan-facts.ts'
import { noticesOfOne } from '#api/notices/notice-rows.ts'
import { devicesOf, liveDevices, liveSessionsOf, type Subscription } from '#api/notices/push-devices.ts'
import { type People, peopleOf, peopleQueries } from '#api/reads/people.ts'
import { foldMember, memberEvents } from '#api/rights/member-log.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { jobRef } from '#core/job/values.ts'
import { audienceOf } from '#core/model/access.ts'
import { type Notices, noticesFor } from '#core/notifications/settings.ts'
import { isReadWith } from '#core/reactions/notification.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { smallStreams, storedEvent } from '#ledger/log/read.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import type { ClaimedPush } from './due-rows.ts'

type OfJob = { companyId: string; jobId: string }

const jobOf = statement('job-of-push', (p: Parameters<OfJob>) =>
  db
    .selectFrom('job_row')
    .select(['number', 'apartment_name as site'])
    .where('company_id', '=', p.companyId)
    .where('job_id', '=', p.jobId)
    .where('generation', '=', liveOf(p.companyId, 'job-rows').select('generation')),
)

const readSince = statement('is-push-read', (p: Parameters<OfJob & { userId: string; seq: number }>) =>
  db
    .selectFrom('notification')
    .select(['seq', 'at'])
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .where('job_id', '=', p.jobId)
    .where('seq', '>=', p.seq)
    .where('read_at', 'is not', null),
)

/** What a push is decided and written with. */
export type PushFacts = {
  /** How the person is told; undefined if they have left, or the company is closed. */
  notices?: Notices
  zone: string
  devices: Subscription[]
  people: People
  jobRef?: string
  site?: string
  isRead: boolean
}

/** Reads what decides whether and where something is pushed, in one round trip. */
export async function readPush(
  pool: pg.Pool,
  companyId: string,
  { userId, jobId, seq, at }: Pick<ClaimedPush, 'userId' | 'jobId' | 'seq' | 'at'>,
): Promise<PushFacts> {
  const own = { companyId, userId }
  const [member, ofCompany, chosen, devices, sessions, job, read, accounts, details] = await readInCompany(
    pool,
    companyId,
    [
      memberEvents(own),
      smallStreams({ companyId, stream: 'company' }),
      noticesOfOne(own),
      devicesOf(own),
      liveSessionsOf(own),
      jobOf({ companyId, jobId }),
      readSince({ companyId, userId, jobId, seq }),
      ...peopleQueries(companyId),
    ],
  )
  const person = foldMember(member.rows.map(storedEvent))
  const company = foldCompany(ofCompany.rows.map(storedEvent))
  const isTold = person?.state === 'active' && company !== undefined && !company.closing
  const [row] = job.rows
  return {
    ...(isTold
      ? { notices: noticesFor(audienceOf(person.userRole), company.office?.notices, chosen.rows[0]?.settings) }
      : {}),
    zone: company?.timeZone ?? defaultTimeZone,
    devices: liveDevices(devices.rows, sessions.rows),
    people: peopleOf([...accounts.rows, ...details.rows]),
    ...(row ? { jobRef: jobRef(row.number), site: row.site } : {}),
    isRead: read.rows.some((one) => isReadWith(one, { seq, at })),
  }
}
