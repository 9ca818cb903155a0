import { sql } from 'kysely'
import type pg from 'pg'
import { inTurns } from '#api/http/turns/in-turns.ts'
import { companyDocument, documents, seqQuery } from '#api/reads/documents.ts'
import { namesOf, type PersonRow, peopleQueries } from '#api/reads/people.ts'
import { presentName } from '#api/reads/sites/site-tables.ts'
import { type Calendar, calendarOf, comingDates } from '#api/recurring/upcoming.ts'
import { jobRef } from '#core/job/values.ts'
import type { RecurringJob } from '#core/projections/recurring/recurring-jobs.ts'
import type { RecurringRow } from '#core/projections/recurring/recurring-rows.ts'
import { changedTo } from '#core/recurring/schedule.ts'
import {
  type AskedDates,
  type ComingDate,
  datesTold,
  mostRecurring,
  type OneRecurringAnswer,
  placeText,
  type RecurringAnswer,
  type RecurringItem,
  type RecurringPlace,
  type RecurringQuery,
} from '#core/wire/jobs/recurring.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { byWholeKey, liveOf } from '#ledger/read-models/live-generation.ts'
import { type AskedRecurring, recurringCounts, recurringPage } from './recurring-pages.ts'

type Page = { work: RecurringItem[]; people: Record<string, string>; seq: number; last?: RecurringPlace }

const recurringId = sql<string>`body ->> 'recurringId'`
const completedAt = sql<string>`body ->> 'completedAt'`

const one = statement('recurring-one', (p: Parameters<{ companyId: string; key: string }>) =>
  documents(p, 'recurring-work')
    .select(({ ref }) => ref('body').$castTo<RecurringRow>().as('body'))
    .where('key', '=', p.key),
)

/** What each site is called now, or the one that it was merged into. */
const sites = statement('recurring-sites', (p: Parameters<{ companyId: string; ids: readonly string[] }>) =>
  db
    .selectFrom(sql<{ id: string }>`unnest(${p.ids}::uuid[])`.as<'site'>(sql`site (id)`))
    .select(['site.id', ({ ref }) => presentName(p, ref('site.id')).as('name')]),
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

/** A page of recurring work with its dates to come, as of a moment in the company. */
export async function readRecurring(
  pool: pg.Pool,
  companyId: string,
  { counts: isCounted, ...asked }: Omit<RecurringQuery, 'after'>,
  now: Date,
): Promise<RecurringAnswer> {
  const { last, ...page } = await readRecurringPage(pool, companyId, asked, now)
  const calendar = isCounted && (await readCalendar(pool, companyId, now))
  const [found] = calendar ? await readInCompany(pool, companyId, [recurringCounts(companyId, calendar.today)]) : []
  const [counts] = found?.rows ?? []
  return { ...page, ...(counts ? { counts } : {}), ...(last ? { next: placeText(last) } : {}) }
}

/** A page of recurring work as {@link readRecurring} has it, with the place of its last one if others follow. */
export async function readRecurringPage(
  pool: pg.Pool,
  companyId: string,
  asked: AskedRecurring,
  now: Date,
): Promise<Page> {
  const calendar = await readCalendar(pool, companyId, now)
  const most = asked.most ?? mostRecurring
  const [found, known, details, checkpoint] = await readInCompany(pool, companyId, [
    recurringPage(companyId, asked, calendar.today),
    ...peopleQueries(companyId),
    seqQuery(companyId, 'recurring-work'),
  ])
  const rows = found.rows.slice(0, most)
  const work = await described(
    pool,
    companyId,
    rows.map((row) => row.body),
    calendar,
  )
  const last = found.rows.length > most ? rows.at(-1) : undefined
  return {
    work,
    people: namesIn([...known.rows, ...details.rows], work),
    seq: checkpoint.rows[0]?.seq ?? 0,
    ...(last ? { last: { day: last.day, title: last.title, key: last.key } } : {}),
  }
}

/** One recurring work, also after it was stopped; undefined for an unknown one. */
export async function readOneRecurring(
  pool: pg.Pool,
  companyId: string,
  recurringId: string,
  now: Date,
): Promise<OneRecurringAnswer | undefined> {
  const calendar = await readCalendar(pool, companyId, now)
  const [found, known, details, checkpoint] = await readInCompany(pool, companyId, [
    one({ companyId, key: recurringId }),
    ...peopleQueries(companyId),
    seqQuery(companyId, 'recurring-work'),
  ])
  const [work] = await described(
    pool,
    companyId,
    found.rows.map((row) => row.body),
    calendar,
  )
  if (!work) return undefined
  return { work, people: namesIn([...known.rows, ...details.rows], [work]), seq: checkpoint.rows[0]?.seq ?? 0 }
}

const namesIn = (people: readonly PersonRow[], work: readonly RecurringItem[]) =>
  namesOf(
    people,
    work.flatMap((row) => row.visit?.assignedTo ?? []),
  )

async function readCalendar(pool: pg.Pool, companyId: string, now: Date): Promise<Calendar> {
  const [company] = await readInCompany(pool, companyId, [companyDocument({ companyId, key: companyId })])
  return calendarOf(company.rows[0]?.body, now)
}

/** In the order of their days: a changed rule comes on days before those of earlier jobs. */
const byDay = (made: RecurringRow['made']) => made.toSorted((one, other) => one.on.localeCompare(other.on))

/** When the latest check was done, whatever was done at its job since. */
const checkedAt = ({ check, done }: RecurringRow) => (check && done ? (done.doneAt ?? done.completedAt) : undefined)

/** With the names that the sites have now, and with the dates and jobs to come. */
async function described(
  pool: pg.Pool,
  companyId: string,
  all: readonly RecurringRow[],
  calendar: Calendar,
): Promise<RecurringItem[]> {
  const ahead = all.flatMap((row) => row.made.filter((job) => job.on >= calendar.today).map((job) => job.jobId))
  const [places, completed, jobs] = await readInCompany(pool, companyId, [
    sites({ companyId, ids: all.map((row) => row.siteId) }),
    done({ companyId, ids: all.map((row) => row.recurringId) }),
    madeJobs({ companyId, ids: ahead }),
  ])
  const siteOf = new Map(places.rows.map((row) => [row.id, row]))
  const lastDone = new Map(completed.rows.map((row) => [row.id, row.at]))
  const jobOf = new Map(jobs.rows.map((row) => [row.key, row]))
  const shown = function* () {
    for (const row of all) {
      const at = checkedAt(row) ?? lastDone.get(row.recurringId)
      const { makeAt: _, ...work } = row
      yield {
        ...work,
        site: siteOf.get(row.siteId)?.name ?? row.called,
        ...(at ? { lastDone: at } : {}),
        dates: row.state === 'stopped' ? [] : comingDates(row, calendar, datesTold),
        madeAhead: byDay(row.made).flatMap(({ date, on, jobId }) => {
          const job = jobOf.get(jobId)
          if (!job) return []
          const { completedAt } = job.body
          return [{ date, on, jobId, jobRef: jobRef(job.number), ...(completedAt ? { completedAt } : {}) }]
        }),
      }
    }
  }
  return inTurns(shown())
}

/** The dates of a rule that is being written: its next ones, with what is already settled of the one that it changes. */
export async function readDates(pool: pg.Pool, companyId: string, asked: AskedDates, now: Date): Promise<ComingDate[]> {
  const [company, rows] = await readInCompany(pool, companyId, [
    companyDocument({ companyId, key: companyId }),
    one({ companyId, key: asked.recurringId ?? '' }),
  ])
  const calendar: Calendar = calendarOf(company.rows[0]?.body, now)
  const row = rows.rows[0]?.body
  const schedule = row ? changedTo(row, asked, calendar.today) : { ...asked, skipped: [], moved: [] }
  return comingDates(schedule, calendar, datesTold)
}
