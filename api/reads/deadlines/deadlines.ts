import { sql } from 'kysely'
import type pg from 'pg'
import { companyDocument, documents, seqQuery } from '#api/reads/documents.ts'
import { nextDue } from '#api/reads/owing-jobs.ts'
import { namesOf, peopleQueries } from '#api/reads/people.ts'
import { jobsOfSite } from '#api/reads/sites/site-tables.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { jobRef } from '#core/job/values.ts'
import { type DeadlineRow, owed } from '#core/projections/deadlines/deadline-rows.ts'
import { addDays, startOfDay, wallClock } from '#core/time/wall-clock.ts'
import {
  type DeadlineCounts,
  type DeadlinesAnswer,
  metInTimeDays,
  mostDeadlineJobs,
} from '#core/wire/jobs/deadlines.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { byHash, byWholeKey, liveOf } from '#ledger/read-models/live-generation.ts'
import { settledSince } from './met-in-time.ts'

type Asked = {
  from?: string | undefined
  site?: string | undefined
  /** Of the jobs only those of this agency. */
  onlyAgency?: string | undefined
}

/** A page of {@link readDeadlines}; the first one of the whole company also says how many deadlines were met in time of late. */
export async function readBoard(pool: pg.Pool, companyId: string, asked: Asked, now: Date) {
  if ((asked.from ?? asked.site ?? asked.onlyAgency) !== undefined) return readDeadlines(pool, companyId, asked)
  const [company] = await readInCompany(pool, companyId, [companyDocument({ companyId, key: companyId })])
  const zone = company.rows[0]?.body.timeZone ?? defaultTimeZone
  const day = addDays(wallClock(now.toISOString(), zone).day, -metInTimeDays)
  const since = startOfDay(day, zone) ?? `${day}T00:00:00.000Z`
  const [settled] = await readInCompany(pool, companyId, [settledSince({ companyId, since })])
  const page = await readDeadlines(pool, companyId)
  return { ...page, metInTime: { met: 0, of: 0, ...settled.rows[0], since: day } } satisfies DeadlinesAnswer
}

/** The jobs with open deadlines, by the first one due: a page of them, of all sites or of one. */
export async function readDeadlines(
  pool: pg.Pool,
  companyId: string,
  { from = '', site, onlyAgency }: Asked = {},
): Promise<DeadlinesAnswer> {
  const shape = { isOfSite: site !== undefined, isOfAgency: onlyAgency !== undefined }
  const [rows, known, details, checkpoint] = await readInCompany(pool, companyId, [
    page(shape, { companyId, from, site: site ?? companyId, agency: onlyAgency ?? '' }),
    ...peopleQueries(companyId),
    seqQuery(companyId, 'deadlines'),
  ])
  const shown = rows.rows.slice(0, mostDeadlineJobs)
  const last = shown.at(-1)
  const people = shown.flatMap(({ assigned, body }) => [...(assigned ?? []), ...doers(body)])
  return {
    jobs: shown.map(({ body, number, site, agency, assigned }) => ({
      jobId: body.jobId,
      jobRef: number === null ? '' : jobRef(number),
      apartmentName: site ?? '',
      agency: agency ?? '',
      assignedTo: assigned ?? [],
      duties: owed(body),
    })),
    ...(last && rows.rows.length > shown.length ? { next: last.place } : {}),
    people: namesOf([...known.rows, ...details.rows], people),
    seq: checkpoint.rows[0]?.seq ?? 0,
  }
}

/** Who met the deadlines of a job so far. */
const doers = ({ duties }: DeadlineRow) =>
  duties.flatMap(({ deadlines }) => deadlines.flatMap(({ met }) => (met ? [met.by] : [])))

/** How many deadlines are open, late, and due later today, in the company's time zone. */
export async function readDeadlineCounts(pool: pg.Pool, companyId: string, now: Date): Promise<DeadlineCounts> {
  const [company] = await readInCompany(pool, companyId, [companyDocument({ companyId, key: companyId })])
  const zone = company.rows[0]?.body.timeZone ?? defaultTimeZone
  const at = now.toISOString()
  const tomorrow = startOfDay(addDays(wallClock(at, zone).day, 1), zone) ?? at
  const [open, near, checkpoint] = await readInCompany(pool, companyId, [
    openOnes({ companyId, now: at }),
    dueBefore({ companyId, before: tomorrow }),
    seqQuery(companyId, 'deadlines'),
  ])
  const dues = near.rows.flatMap((one) => one.dues).filter((due) => due < tomorrow)
  const late = dues.filter((due) => due < at).length
  const [counted] = open.rows
  return {
    open: counted?.open ?? 0,
    jobs: counted?.jobs ?? 0,
    late,
    today: dues.length - late,
    ...(counted?.next ? { nextDue: counted.next } : {}),
    seq: checkpoint.rows[0]?.seq ?? 0,
  }
}

/** The place of a row in the order, to go on from. */
const place = sql<string>`${nextDue} || ' ' || ${sql.ref('key')}`

type Page = Parameters<{ companyId: string; from: string; site: string; agency: string }>
type Shape = { isOfSite: boolean; isOfAgency: boolean }

const page = statementByShape('deadlines', (p: Page, { isOfSite, isOfAgency }: Shape) =>
  db
    .selectFrom(
      documents(p, 'deadlines')
        .select(({ ref }) => [ref('body').$castTo<DeadlineRow>().as('body'), 'key', place.as('place')])
        .where(nextDue, 'is not', null)
        .$if(isOfSite, (rows) => rows.where((row) => byHash(row('key', 'in', keysOfSite(p)))))
        .$if(isOfAgency, (rows) => rows.where((row) => byHash(row('key', 'in', keysOfAgency(p)))))
        .where(
          sql<boolean>`(${nextDue}, ${sql.ref('key')}) > (split_part(${p.from}, ' ', 1), split_part(${p.from}, ' ', 2))`,
        )
        .orderBy(nextDue)
        .orderBy('key')
        .limit(mostDeadlineJobs + 1)
        .as('owing'),
    )
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('job_row')
          .selectAll()
          .where('job_row.company_id', '=', p.companyId)
          .where('job_row.generation', '=', liveOf(p.companyId, 'job-rows').select('generation'))
          .where(sql<boolean>`job_row.job_id = owing.key::uuid`)
          .offset(byWholeKey)
          .as('job_row'),
      (join) => join.onTrue(),
    )
    .select(['owing.body', 'owing.place', 'job_row.number', 'job_row.apartment_name as site', 'job_row.agency'])
    .select('job_row.assigned_to as assigned')
    .orderBy('owing.place'),
)

const keysOfSite = (p: Page) => jobsOfSite(p).clearSelect().select(sql<string>`site_job.job_id::text`.as('key'))

const keysOfAgency = (p: Page) =>
  db
    .selectFrom('job_row')
    .select(sql<string>`job_row.job_id::text`.as('key'))
    .where('job_row.company_id', '=', p.companyId)
    .where('job_row.generation', '=', liveOf(p.companyId, 'job-rows').select('generation'))
    .where(sql<boolean>`lower(job_row.agency) = lower(${p.agency})`)

const openOnes = statement('open-deadlines', (p: Parameters<{ companyId: string; now: string }>) =>
  documents(p, 'deadlines')
    .select(({ fn }) => [
      fn.countAll<number>().as('jobs'),
      sql<number>`coalesce(sum(jsonb_array_length(body -> 'dues')), 0)::integer`.as('open'),
      sql<string | null>`min(${nextDue}) filter (where ${nextDue} > ${p.now})`.as('next'),
    ])
    .where(nextDue, 'is not', null),
)

const dueBefore = statement('deadlines-due', (p: Parameters<{ companyId: string; before: string }>) =>
  documents(p, 'deadlines').select(sql<string[]>`body -> 'dues'`.as('dues')).where(nextDue, '<', p.before),
)
