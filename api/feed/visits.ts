import { sql } from 'kysely'
import type pg from 'pg'
import { companyDocument } from '#api/reads/documents.ts'
import { namesOf, peopleQueries } from '#api/reads/people.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import type { Job } from '#core/job/job.ts'
import type { CalendarRow } from '#core/projections/calendar.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { byWholeKey, liveOf } from '#ledger/read-models/live-generation.ts'
import { calendarRowMapping } from '#ledger/read-models/row-types.ts'

/** A feed's period in days; older visits disappear from the calendars that subscribe to it. */
const daysBack = 60
const daysAhead = 400
/** Of more, a feed shows what lies ahead and, in the places left, the newest of the past. */
export const maxVisits = 2_000

/** A visit with the parts of its job that a calendar shows. Holds no office facts. */
export type FeedVisit = CalendarRow & {
  jobStart: string
  jobEnd: string
  version: number
  lastModified: string
  toDo: string[]
}
export type FeedContent = { name: string; timeZone: string; visits: FeedVisit[]; people: Record<string, string> }

/** A company's visits in the feed's period around `now`, everybody's or one person's. */
export async function readFeedContent(
  pool: pg.Pool,
  companyId: string,
  { userId, now }: { userId?: string; now: Date },
): Promise<FeedContent> {
  const [company, found, known, details] = await readInCompany(pool, companyId, [
    companyDocument({ companyId, key: companyId }),
    visitsInPeriod({
      companyId,
      from: daysFrom(now, -daysBack),
      // What ended before that was not today, wherever the company is.
      today: daysFrom(now, -1),
      to: daysFrom(now, daysAhead),
      userId: userId ?? null,
    }),
    ...peopleQueries(companyId),
  ])
  const body = company.rows[0]?.body
  const visits = found.rows.flatMap((record): FeedVisit[] => {
    const { jobStart, jobEnd, ...row } = calendarRowMapping.fromRecord(record)
    if (!jobStart || !jobEnd) return []
    const { version, last_modified: lastModified, tasks } = record
    const toDo = tasks
      .filter((one) => one.status !== 'completed')
      .map((one) => one.description)
      .filter(Boolean)
    return [{ ...row, jobStart, jobEnd, version, lastModified, toDo }]
  })
  const assigned = visits.flatMap((one) => one.assignedTo)
  return {
    name: body?.name ?? '',
    timeZone: body?.timeZone ?? defaultTimeZone,
    visits,
    people: namesOf([...known.rows, ...details.rows], assigned),
  }
}

type Period = { companyId: string; from: string; today: string; to: string; userId: string | null }

const visitsInPeriod = statement('feed-visits', (p: Parameters<Period>) =>
  db
    .selectFrom(nearestVisits(p).as('visit'))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('document')
          .select('document.body')
          .where('document.key', '=', ({ cast, ref }) => cast<string>(ref('visit.job_id'), 'text'))
          .where('document.company_id', '=', p.companyId)
          .where('document.projection', '=', 'job')
          .where('document.generation', '=', liveOf(p.companyId, 'job').select('generation'))
          .offset(byWholeKey)
          .as('job'),
      (join) => join.onTrue(),
    )
    .selectAll('visit')
    .$narrowType<{ job_status: CalendarRow['jobStatus']; warning: CalendarRow['warning'] }>()
    .select(({ ref }) => [
      sql<number>`(${ref('job.body')} ->> 'version')::int`.as('version'),
      sql<string>`${ref('job.body')} ->> 'lastModified'`.as('last_modified'),
      sql<Job['jobDescriptions']>`${ref('job.body')} -> 'jobDescriptions'`.as('tasks'),
    ])
    .orderBy('visit.job_start')
    .orderBy('visit.number'),
)

/** Today's visits and those ahead, the next first, and then those of the past, the newest first. Both are read in an index's order. */
function nearestVisits(p: Parameters<Period>) {
  const ahead = visitsOf(p).where('job_end', '>=', p.today).where('job_end', '<', p.to)
  const past = visitsOf(p).where('job_end', '>=', p.from).where('job_end', '<', p.today)
  const first = ahead.orderBy('job_end').orderBy('number').limit(maxVisits)
  const newest = past.orderBy('job_end', 'desc').orderBy('number', 'desc').limit(maxVisits)
  return db
    .selectFrom(
      db
        .selectFrom(first.as('ahead'))
        .selectAll()
        .unionAll(db.selectFrom(newest.as('past')).selectAll())
        .as('either'),
    )
    .selectAll()
    .orderBy((either) => either('job_end', '<', p.today))
    .orderBy(({ ref }) => sql`abs(extract(epoch from ${ref('job_end')} - ${p.today}::timestamptz))`)
    .orderBy('number')
    .limit(maxVisits)
}

const visitsOf = (p: Parameters<Period>) =>
  db
    .selectFrom('calendar_row')
    .selectAll()
    .where('company_id', '=', p.companyId)
    .where('generation', '=', liveOf(p.companyId, 'calendar').select('generation'))
    .where((visit) =>
      visit.or([sql<boolean>`${visit.ref('assigned_to')} @> array[${p.userId}::uuid]`, visit(p.userId, 'is', null)]),
    )

const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
