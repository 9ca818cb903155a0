import { sql } from 'kysely'
import type pg from 'pg'
import { addressOf } from '#api/accounts/password-links.ts'
import { foldCompany } from '#api/company/plan-facts.ts'
import type { Mail } from '#api/mail/outbox.ts'
import { noticesOfOne } from '#api/notices/notice-rows.ts'
import { documents } from '#api/reads/documents.ts'
import { nameIn, peopleOf, peopleQueries } from '#api/reads/people.ts'
import type { Email } from '#api/services/mail-transport.ts'
import type { Services } from '#api/services/services.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { dueWords } from '#core/deadlines/standing.ts'
import { jobRef } from '#core/job/values.ts'
import { audienceOf } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { noticesFor } from '#core/notifications/settings.ts'
import { changesForTeam, changesOf } from '#core/reactions/changes.ts'
import { isReadWith } from '#core/reactions/notification.ts'
import { visitIn } from '#core/time/format.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { smallStreams, storedEvent } from '#ledger/log/read.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { dailyEmailOf, type Unread } from './daily-email.ts'
import { readDailyEmail } from './daily-email-rows.ts'
import { emailOffPath } from './email-off.ts'

type Parts = Pick<Services, 'config' | 'keys' | 'ledgerPool' | 'now'>
type Person = { companyId: string; userId: string; userRole: Role; name: string; businessName: string }

/**
 * Writes a person's daily email as it should read now: of what it was queued for, that which they have not read since, may still hear of
 * and still want by email. Undefined if nothing is left, if they turned it off, or if the company is closed.
 */
export async function writeDailyEmail(
  { config, keys, ledgerPool, now }: Parts,
  { mailId }: Pick<Mail, 'mailId'>,
  person: Person,
): Promise<Email | undefined> {
  const { companyId, userId, userRole } = person
  const items = await readDailyEmail(ledgerPool, { companyId, userId, mailId })
  if (items.length === 0) return undefined
  const jobIds = [...new Set(items.map((one) => one.jobId))]
  const facts = await readFacts(ledgerPool, { companyId, userId, jobIds })
  const { company, own, jobs, places, read, people } = facts
  if (!company || company.closing) return undefined
  const audience = audienceOf(userRole)
  const { ways, email } = noticesFor(audience, company.office?.notices, own)
  if (email === 'off') return undefined
  const unread = items.flatMap(({ jobId, seq, at, changes }): Unread[] => {
    if (read.some((one) => one.jobId === jobId && isReadWith(one, { seq, at }))) return []
    const seen = audience === 'team' ? changesForTeam(changes) : changes
    const wanted = seen && changesOf(seen, (kind) => ways[kind]?.includes('email') ?? false)
    const job = jobs.get(jobId)
    const place = job?.site ?? (audience === 'office' ? places.get(jobId) : undefined)
    return wanted ? [{ jobId, changes: wanted, place, ...(job ? { jobRef: jobRef(job.number) } : {}) }] : []
  })
  const zone = company.timeZone ?? defaultTimeZone
  return dailyEmailOf(
    { ...person, address: addressOf(config), email },
    unread,
    {
      nameOf: (id) => nameIn(people, id),
      whenOf: ({ jobStart, jobEnd }) => visitIn(jobStart, jobEnd, zone, now().toISOString()),
      momentOf: (at) => dueWords(at, now().toISOString(), zone),
    },
    `${addressOf(config)}${emailOffPath(keys, { companyId, userId })}`,
  )
}

type Asked = { companyId: string; userId: string; jobIds: readonly string[] }

async function readFacts(pool: pg.Pool, asked: Asked) {
  const { companyId, userId } = asked
  const [ofCompany, chosen, jobs, places, read, accounts, details] = await readInCompany(pool, companyId, [
    smallStreams({ companyId, stream: 'company' }),
    noticesOfOne({ companyId, userId }),
    jobsOf(asked),
    placesOf(asked),
    readOf(asked),
    ...peopleQueries(companyId),
  ])
  return {
    company: foldCompany(ofCompany.rows.map(storedEvent)),
    own: chosen.rows[0]?.settings,
    jobs: new Map(jobs.rows.map((row) => [row.jobId, row])),
    places: new Map(places.rows.map((row) => [row.reportId, row.place])),
    read: read.rows,
    people: peopleOf([...accounts.rows, ...details.rows]),
  }
}

const jobsOf = statement('jobs-of-daily-email', (p: Parameters<Asked>) =>
  db
    .selectFrom('job_row')
    .select(['job_id as jobId', 'number', 'apartment_name as site'])
    .where('company_id', '=', p.companyId)
    .where((row) => row('job_id', '=', row.fn.any(p.jobIds)))
    .where('generation', '=', liveOf(p.companyId, 'job-rows').select('generation')),
)

const placesOf = statement('reports-of-daily-email', (p: Parameters<Asked>) =>
  documents(p, 'reports')
    .select(['key as reportId', sql<string>`body ->> 'place'`.as('place')])
    .where((row) => row('key', '=', row.fn.any(p.jobIds))),
)

const readOf = statement('read-of-daily-email', (p: Parameters<Asked>) =>
  db
    .selectFrom('notification')
    .select(['job_id as jobId', 'seq', 'at'])
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .where((row) => row('job_id', '=', row.fn.any(p.jobIds)))
    .where('read_at', 'is not', null),
)
