import { type SqlBool, sql } from 'kysely'
import { documents } from '#api/reads/documents.ts'
import { liveSites, presentName } from '#api/reads/sites/site-tables.ts'
import type { RecurringRow } from '#core/projections/recurring/recurring-rows.ts'
import { soonDays } from '#core/recurring/values.ts'
import { addDays } from '#core/time/wall-clock.ts'
import { mostRecurring, type RecurringQuery } from '#core/wire/jobs/recurring.ts'
import { type Parameters, statement, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'

/** Which recurring work is asked for, and how much of it. */
export type AskedRecurring = Omit<RecurringQuery, 'after' | 'counts'>

type OfCompany = Parameters<{ companyId: string }>
type Days = { companyId: string; today: string; soon: string }
type Values = Days & { search: string; site: string; day: string; title: string; key: string; limit: number }
type Shape = {
  byDay: boolean
  isNext: boolean
  isSearched: boolean
  isOfSite: boolean
  filter: AskedRecurring['filter'] | null
}

/** The day of what has no date to come: after all days that there are. */
const noDay = '9999-12-31'

/** What goes on or is paused. */
const goingOn = (p: OfCompany) => documents(p, 'recurring-work').where(sql`body ->> 'state'`, '<>', 'stopped')

/** What decides on the days of work: neither its tasks nor its texts, which can be long. */
export type RecurringDays = Pick<RecurringRow, (typeof ofDays)[number]>
const ofDays = ['state', 'rule', 'holidays', 'leadDays', 'skipped', 'moved', 'settled', 'answered', 'made'] as const

/** The statement that reads the days of so many that go on or are paused, after a key and by it. */
export const recurringDays = statement(
  'recurring-days',
  (p: Parameters<{ companyId: string; from: string; limit: number }>) =>
    goingOn(p)
      .where('key', '>', p.from)
      .orderBy('key')
      .limit(p.limit)
      .select('key')
      .select(
        sql<RecurringDays>`jsonb_strip_nulls(jsonb_build_object(${sql.join(
          ofDays.map((one) => sql`${sql.lit(one)}, body -> ${sql.lit(one)}`),
        )}))`.as('body'),
      ),
)

/** The page that is asked for, with one row more if others follow it. `day` is that of the work that comes next, where the order needs it. */
export function recurringPage(companyId: string, asked: AskedRecurring, today: string) {
  const { order, search = '', siteId = '', filter = null, from, most = mostRecurring } = asked
  const sought = search.trim()
  const shape: Shape = {
    byDay: order === 'next',
    isNext: from !== undefined,
    isSearched: sought !== '',
    isOfSite: siteId !== '',
    filter,
  }
  return page(shape, {
    ...{ companyId, ...daysOf(today), search: sought, site: siteId, limit: most + 1 },
    ...(from ?? { day: '', title: '', key: '' }),
  })
}

/** The statement that counts what goes on or is paused, and what each filter shows of it. */
export const recurringCounts = (companyId: string, today: string) => counts({ companyId, ...daysOf(today) })

const daysOf = (today: string) => ({ today, soon: addDays(today, soonDays) })

const title = sql<string>`lower(work.body ->> 'title')`

const page = statementByShape('recurring-page', (p: Parameters<Values>, shape: Shape) => {
  const { byDay, isNext, isSearched, isOfSite, filter } = shape
  const found = db
    .selectFrom(goingOn(p).select(['key', 'body']).as('work'))
    .select(['work.key', 'work.body', title.as('title')])
    .select((byDay || filter === 'soon' ? nextDay(p) : sql.lit(noDay)).as('day'))
    .$if(isSearched, (query) =>
      query.where(
        sql<SqlBool>`strpos(lower((work.body ->> 'title') || ' ' || ${siteName(p)}), lower(${p.search})) > 0`,
      ),
    )
    .$if(isOfSite, (query) => query.where(sql<SqlBool>`(work.body ->> 'siteId')::uuid in (${sitesOf(p)})`))
    .$if(filter === 'paused', (query) => query.where(sql<SqlBool>`work.body ->> 'state' = 'paused'`))
    // Kept apart, so that the day is computed once for each.
    .offset(sql.lit(0))
  const day = byDay ? sql.ref<string>('found.day') : sql.lit(noDay)
  return db
    .selectFrom(found.as('found'))
    .select(['found.key', 'found.title', ({ ref }) => ref('found.body').$castTo<RecurringRow>().as('body')])
    .select(day.as('day'))
    .$if(filter === 'soon', (query) => query.where('found.day', '<=', p.soon))
    .$if(isNext, (query) =>
      query.where(sql<SqlBool>`(${day}, found.title, found.key) > (${byDay ? p.day : day}, ${p.title}, ${p.key})`),
    )
    .$if(byDay, (query) => query.orderBy('found.day'))
    .orderBy('found.title')
    .orderBy('found.key')
    .limit(p.limit)
})

const counts = statement('recurring-counts', (p: Parameters<Days>) =>
  db
    .selectFrom(goingOn(p).select(['key', 'body']).as('work'))
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select(sql<number>`count(*) filter (where ${nextDay(p)} <= ${p.soon})`.as('soon'))
    .select(sql<number>`count(*) filter (where work.body ->> 'state' = 'paused')`.as('paused')),
)

/**
 * The day of the work that comes next: of the first job that is made and not done, or of the next date unless the work is paused. That
 * date is as it was last said: new bank holidays, or another law, change it with the work's next event.
 */
const nextDay = (p: Parameters<Days>) => sql<string>`coalesce(
  (select min(made ->> 'on') from jsonb_array_elements(work.body -> 'made') made
    where made ->> 'on' >= ${p.today}
    and exists (${documents(p, 'recurring-jobs')
      .select('key')
      .where(sql<SqlBool>`key = made ->> 'jobId' and body ->> 'completedAt' is null`)})
    and exists (${db
      .selectFrom('job_row')
      .select('job_row.job_id')
      .where('job_row.company_id', '=', p.companyId)
      .where('job_row.generation', '=', liveOf(p.companyId, 'job-rows').select('generation'))
      .where(sql<SqlBool>`job_row.job_id = (made ->> 'jobId')::uuid`)})),
  case work.body ->> 'state' when 'on' then work.body #>> '{next,on}' end,
  ${sql.lit(noDay)})`

/** What the work's site is called now, as the list shows it. */
const siteName = (p: OfCompany) =>
  sql<string>`coalesce((${presentName(p, sql<string>`(work.body ->> 'siteId')::uuid`)}), work.body ->> 'called')`

/** A site, and those that were merged into it. */
const sitesOf = (p: Parameters<Values>) =>
  sql`select ${p.site}::uuid union all ${liveSites(p).select('site_row.site_id').where(sql<SqlBool>`site_row.merged_into = ${p.site}::uuid`)}`
