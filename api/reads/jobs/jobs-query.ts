import { type Expression, sql } from 'kysely'
import type { Audience } from '#core/model/access.ts'
import { jobsPageSize } from '#core/wire/list-options.ts'
import { type Parameters, type Query, statementByShape } from '#ledger/database/statement.ts'
import { compilable, db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { columnsOf, type JobRecord, jobRowMapping } from '#ledger/read-models/row-types.ts'
import {
  type JobsParameters,
  type JobsRequest,
  type JobsShape,
  jobsShape,
  jobsValues,
  matchingJobs,
} from './jobs-filters.ts'
import { inOrder } from './jobs-order.ts'

export type JobsTotals = { total: number; seq: number }
export type JobColumns = Omit<JobRecord, 'company_id' | 'generation'>

/** The queries for one page of a company's jobs. The totals are one row: how many jobs match, and the seq of their rows. */
export type JobsQueries =
  | { page: Query<JobColumns>; totals: Query<JobsTotals> }
  /** Far into a list, each row has the totals itself, and `backwards` where the rows come in reverse. */
  | { farPage: Query<JobColumns & JobsTotals & { backwards: boolean }>; totals: Query<JobsTotals> }

/** Beyond this many rows a page is read from the nearer end. */
const farAfter = 1_000

export function jobsQueries(companyId: string, audience: Audience, query: JobsRequest, now: Date): JobsQueries {
  const shape = jobsShape(query, audience)
  const skipped = (Math.max(1, query.page ?? 1) - 1) * jobsPageSize
  const values = { ...jobsValues(companyId, query, now), skipped, end: skipped + jobsPageSize }
  const totals = jobsTotals(shape, values)
  if (skipped <= farAfter) return { page: nearPage(shape, values), totals }
  const isByNumber = shape.sort === 'jobRef' && isUnfiltered(shape)
  return { farPage: (isByNumber ? pageByNumber : pageFromNearerEnd)(shape, values), totals }
}

type PageParameters = JobsParameters & Parameters<{ skipped: number; end: number }>

const isUnfiltered = ({ filters, searched }: JobsShape) => filters.length === 0 && searched.length === 0

/** The rows of a generation. It is always a scalar subquery and never a join; see {@link liveOf}. */
export const rowsOf = ({ companyId }: JobsParameters, generation = liveGeneration({ companyId })) =>
  db.selectFrom('job_row').where('company_id', '=', companyId).where('generation', '=', generation)

const liveGeneration = ({ companyId }: Pick<JobsParameters, 'companyId'>): Expression<number> =>
  liveOf(companyId, 'job-rows').select('generation').$asScalar()

/** The rows that match a query, in no order. */
export const matchingJobRows = (p: JobsParameters, shape: JobsShape) =>
  isUnfiltered(shape) ? rowsOf(p) : rowsOf(p).where((job) => matchingJobs(job, p, shape))

/** Jobs are numbered without gaps and never removed, so the highest number counts them all. */
export const highestNumber = (rows: ReturnType<typeof rowsOf>) =>
  rows.select(({ fn }) => sql<number>`coalesce(${fn.max('number')}, 0)::bigint`.as('highest')).$asScalar()

const totalsOf = (p: JobsParameters, shape: JobsShape) => {
  const total = isUnfiltered(shape)
    ? highestNumber(rowsOf(p))
    : matchingJobRows(p, shape)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
  const seq = liveOf(p.companyId, 'job-rows').select('seq').$asScalar()
  return db.selectNoFrom(({ fn }) => [sql<number>`${total}`.as('total'), fn.coalesce(seq, sql<number>`0`).as('seq')])
}

const jobsTotals = statementByShape('jobs-totals', totalsOf)

const nearPage = statementByShape('jobs-page', (p: PageParameters, shape: JobsShape) =>
  inOrder(selected(matchingJobRows(p, shape)), shape)
    .limit(jobsPageSize)
    .offset(sql<number>`${p.skipped}::bigint`),
)

/** What a far page reads once, ahead of its rows. */
const ahead = db.withTables<{ live: { generation: number; seq: number }; counted: JobsTotals }>()
const countedTotal = ahead.selectFrom('counted').select('total').$asScalar()
type FarRow = JobColumns & JobsTotals & { backwards: boolean }

/** A window of the whole list by its numbers, which costs the same however far in it is. */
const pageByNumber = statementByShape('jobs-by-number', (p: PageParameters, shape: JobsShape) => {
  const [skipped, end] = [sql<number>`${p.skipped}::bigint`, sql<number>`${p.end}::bigint`]
  const [above, upTo] =
    shape.direction === 'asc'
      ? [skipped, end]
      : [sql<number>`${countedTotal} - ${end}`, sql<number>`${countedTotal} - ${skipped}`]
  const live = liveOf(p.companyId, 'job-rows').select(['generation', 'seq'])
  const rows = () => rowsOf(p, ahead.selectFrom('live').select('generation').$asScalar())
  const counted = db.selectNoFrom([
    highestNumber(rows()).as('total'),
    ahead.selectFrom('live').select('seq').$asScalar().as('seq'),
  ])
  const window = rows().where('number', '>', above).where('number', '<=', upTo)
  const page = farRows(window, false).orderBy('number', shape.direction)
  return compilable(sql<FarRow>`with live as materialized ${live}, counted as materialized ${counted} ${page}`)
})

/** A page from the nearer end of the list: one of the two halves is limited to no rows and then does nothing. */
const pageFromNearerEnd = statementByShape('jobs-far-page', (p: PageParameters, shape: JobsShape) => {
  const [skipped, end] = [sql<number>`${p.skipped}::bigint`, sql<number>`${p.end}::bigint`]
  const isNearStart = sql<boolean>`${skipped} * 2 <= ${countedTotal}`
  const size = sql.lit(jobsPageSize)
  const left = sql`least(${size}, greatest(0, ${countedTotal} - ${skipped}))`
  const rows = (backwards: boolean) => inOrder(farRows(matchingJobRows(p, shape), backwards), shape, backwards)
  const fromStart = rows(false).limit(sql<number>`case when ${isNearStart} then ${size} else 0 end`).offset(skipped)
  const fromEnd = rows(true)
    .limit(sql<number>`case when ${isNearStart} then 0 else ${left} end`)
    .offset(sql<number>`greatest(0, ${countedTotal} - ${end})`)
  const counted = totalsOf(p, shape)
  return compilable(sql<FarRow>`with counted as materialized ${counted} ${fromStart} union all ${fromEnd}`)
})

const selected = (rows: ReturnType<typeof rowsOf>) =>
  rows.select(columnsOf(jobRowMapping)).$narrowType<Pick<JobRecord, 'job_status' | 'warning'>>()

const farRows = (rows: ReturnType<typeof rowsOf>, backwards: boolean) =>
  selected(rows).select([
    countedTotal.as('total'),
    ahead.selectFrom('counted').select('seq').$asScalar().as('seq'),
    sql<boolean>`${sql.lit(backwards)}`.as('backwards'),
  ])
