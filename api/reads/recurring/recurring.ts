import { sql } from 'kysely'
import type pg from 'pg'
import { companyDocument, documents, seqQuery } from '#api/reads/documents.ts'
import { namesOf, peopleQueries } from '#api/reads/people.ts'
import { liveNames, root } from '#api/reads/sites/site-tables.ts'
import { type Calendar, calendarOf, comingDates } from '#api/recurring/upcoming.ts'
import { jobRef } from '#core/job/values.ts'
import type { RecurringJob, RecurringRow } from '#core/projections/recurring/recurring-rows.ts'
import {
  type AskedDates,
  type ComingDate,
  datesTold,
  mostRecurring,
  type RecurringItem,
} from '#core/wire/jobs/recurring.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { byWholeKey, liveOf } from '#ledger/read-models/live-generation.ts'

type Read = { work: RecurringItem[]; people: Record<string, string>; seq: number }
type Wanted = { siteId?: string | undefined; recurringId?: string }

const recurringId = sql<string>`body ->> 'recurringId'`
const completedAt = sql<string>`body ->> 'completedAt'`

/** All that goes on or is paused, by title. */
export const recurringRows = statement('recurring-work', (p: Parameters<{ companyId: string }>) =>
  documents(p, 'recurring-work')
    .select(({ ref }) => ref('body').$castTo<RecurringRow>().as('body'))
    .where(sql`body ->> 'state'`, '<>', 'stopped')
    .orderBy(sql`lower(body ->> 'title')`)
    .orderBy('key')
    .limit(mostRecurring),
)

const one = statement('recurring-one', (p: Parameters<{ companyId: string; key: string }>) =>
  documents(p, 'recurring-work')
    .select(({ ref }) => ref('body').$castTo<RecurringRow>().as('body'))
    .where('key', '=', p.key),
)

/** What each site is called now, and the one that it was merged into. */
const sites = statement('recurring-sites', (p: Parameters<{ companyId: string; ids: readonly string[] }>) =>
  liveNames(p)
    .select(['site_name.site_id as id', root.as('root')])
    .select(({ fn }) => fn.coalesce('site_row.name', 'site_name.name').as('name'))
    .where((name) => name('site_name.site_id', '=', name.fn.any(p.ids))),
)

/** When the latest job of each was completed. */
const done = statement('recurring-done', (p: Parameters<{ companyId: string; ids: readonly string[] }>) =>
  documents(p, 'recurring-jobs')
    .select(recurringId.as('id'))
    .select(sql<string | null>`max(${completedAt})`.as('at'))
    .where((row) => row(recurringId, '=', row.fn.any(p.ids)))
    .groupBy(recurringId),
)

/** The jobs that were made, with their numbers. */
const madeJobs = statement('recurring-made', (p: Parameters<{ companyId: string; ids: readonly string[] }>) =>
  db
    .selectFrom(
      documents(p, 'recurring-jobs')
        .select(({ ref }) => ['key', ref('body').$castTo<RecurringJob>().as('body')])
        .where((row) => row('key', '=', row.fn.any(p.ids)))
        .as('made'),
    )
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('job_row')
          .select('job_row.number')
          .where('job_row.company_id', '=', p.companyId)
          .where('job_row.generation', '=', liveOf(p.companyId, 'job-rows').select('generation'))
          .where(sql<boolean>`job_row.job_id = made.key::uuid`)
          .offset(byWholeKey)
          .as('job_row'),
      (join) => join.onTrue(),
    )
    .select(['made.key', 'made.body', 'job_row.number']),
)

/** Recurring work with its dates to come, as of a moment in the company. */
export async function readRecurring(pool: pg.Pool, companyId: string, wanted: Wanted, now: Date): Promise<Read> {
  const found = wanted.recurringId ? one({ companyId, key: wanted.recurringId }) : recurringRows({ companyId })
  const [bodies, company, known, details, checkpoint] = await readInCompany(pool, companyId, [
    found,
    companyDocument({ companyId, key: companyId }),
    ...peopleQueries(companyId),
    seqQuery(companyId, 'recurring-work'),
  ])
  const all = bodies.rows.map((row) => row.body)
  const calendar = calendarOf(company.rows[0]?.body, now)
  const ids = all.map((row) => row.recurringId)
  const ahead = all.flatMap((row) => row.made.filter((job) => job.on >= calendar.today).map((job) => job.jobId))
  const [places, completed, jobs] = await readInCompany(pool, companyId, [
    sites({ companyId, ids: all.map((row) => row.siteId) }),
    done({ companyId, ids }),
    madeJobs({ companyId, ids: ahead }),
  ])
  const siteOf = new Map(places.rows.map((row) => [row.id, row]))
  const lastDone = new Map(completed.rows.map((row) => [row.id, row.at]))
  const jobOf = new Map(jobs.rows.map((row) => [row.key, row]))
  const shown = all.filter(({ siteId }) => {
    const site = siteOf.get(siteId)
    return wanted.siteId === undefined || siteId === wanted.siteId || site?.root === wanted.siteId
  })
  return {
    work: shown.map((row) => {
      const at = lastDone.get(row.recurringId)
      const { makeAt: _, ...work } = row
      return {
        ...work,
        site: siteOf.get(row.siteId)?.name ?? row.called,
        ...(at ? { lastDone: at } : {}),
        dates: row.state === 'stopped' ? [] : comingDates(row, calendar, datesTold),
        madeAhead: row.made.flatMap(({ date, on, jobId }) => {
          const job = jobOf.get(jobId)
          if (!job) return []
          const { completedAt } = job.body
          return [{ date, on, jobId, jobRef: jobRef(job.number), ...(completedAt ? { completedAt } : {}) }]
        }),
      }
    }),
    people: namesOf(
      [...known.rows, ...details.rows],
      shown.flatMap((row) => row.visit?.assignedTo ?? []),
    ),
    seq: checkpoint.rows[0]?.seq ?? 0,
  }
}

/** The dates of a rule that is being written: its next ones, with what is already settled of the one that it changes. */
export async function readDates(pool: pg.Pool, companyId: string, asked: AskedDates, now: Date): Promise<ComingDate[]> {
  const [company, rows] = await readInCompany(pool, companyId, [
    companyDocument({ companyId, key: companyId }),
    one({ companyId, key: asked.recurringId ?? '' }),
  ])
  const calendar: Calendar = calendarOf(company.rows[0]?.body, now)
  const { skipped = [], moved = [], settled } = rows.rows[0]?.body ?? {}
  return comingDates({ ...asked, skipped, moved, ...(settled ? { settled } : {}) }, calendar, datesTold)
}
