import { sql } from 'kysely'
import type pg from 'pg'
import { seqQuery } from '#api/reads/documents.ts'
import { builtInLists, countedJobs, countedUpTo } from '#core/views/jobs-list.ts'
import type { SavedView } from '#core/views/messages.ts'
import { viewsIn } from '#core/views/views.ts'
import type { JobsQuery } from '#core/wire/jobs/jobs.ts'
import type { ViewCountsAnswer } from '#core/wire/jobs/views.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { type JobsParameters, type JobsShape, jobsShape, jobsValues, matchingJobs } from './jobs-filters.ts'
import { highestNumber, rowsOf } from './jobs-query.ts'
import { readViews, type ViewsReader } from './saved-views.ts'

/** How many jobs are in the lists that the reader has anyway, and in those of their views that `viewIds` name, as of one moment. */
export async function countViews(
  pool: pg.Pool,
  reader: ViewsReader,
  viewIds: readonly string[],
  now: Date,
): Promise<ViewCountsAnswer> {
  const { companyId, audience, userId } = reader
  const asked = [...builtInLists[audience].map(builtInQuery), ...(await savedQueries(pool, reader, viewIds))]
  const counts = asked.map(({ query }) => {
    const request = { ...query, userId }
    return countUpTo(jobsShape(request, audience), jobsValues(companyId, request, now))
  })
  const [seq, ...found] = await readInCompany(pool, companyId, [seqQuery(companyId, 'job-rows'), ...counts])
  const counted = asked.map(({ list, query }, nth) => {
    const { jobs = 0, all = 0 } = found[nth]?.rows[0] ?? {}
    const isWhole = all <= countedJobs || Object.keys(query).length === 0
    return [list, { jobs: Math.min(jobs, countedUpTo), isMore: jobs > countedUpTo || !isWhole }] as const
  })
  return { counts: Object.fromEntries(counted), seq: seq.rows[0]?.seq ?? 0 }
}

const builtInQuery = ({ name, ...query }: { name: string } & JobsQuery) => ({ list: name, query })

async function savedQueries(pool: pg.Pool, reader: ViewsReader, viewIds: readonly string[]) {
  if (viewIds.length === 0) return []
  const { own, shared } = await readViews(pool, reader)
  return [...viewsIn(shared), ...viewsIn(own)]
    .filter(({ viewId }) => viewIds.includes(viewId))
    .map((view) => ({ list: view.viewId, query: queryOf(view) }))
}

/** What a view selects; its order does not count. */
function queryOf({
  viewId: _id,
  name: _name,
  place: _place,
  columns: _columns,
  sort: _sort,
  direction: _,
  ...view
}: SavedView): JobsQuery {
  return view
}

/** Counts a list until it has more jobs than are shown, among the newest jobs: so no list of a large company costs more than another. */
const countUpTo = statementByShape('jobs-counted', (p: JobsParameters, shape: JobsShape) => {
  // In the order of the index: the planner would otherwise expect too many of them, and read the whole table.
  const newest = rowsOf(p).selectAll().orderBy('number', 'desc').limit(sql.lit(countedJobs))
  const found = db
    .selectFrom(newest.as('job_row'))
    .where((job) => matchingJobs(job, p, shape))
    .select('number')
    .limit(sql.lit(countedUpTo + 1))
  return db
    .selectFrom(found.as('found'))
    .select(({ fn }) => [fn.countAll<number>().as('jobs'), sql<number>`${highestNumber(rowsOf(p))}`.as('all')])
})
