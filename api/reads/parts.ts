import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type pg from 'pg'
import { partsPageSize } from '#core/wire/list-options.ts'
import type { PartsAnswer, PartsQuery } from '#core/wire/parts.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { columnsOf, type PartRecord, partRowMapping } from '#ledger/read-models/row-types.ts'
import { documents } from './documents.ts'
import { jobIdsByRef, jobsByNumber } from './jobs/jobs-by-number.ts'
import {
  isUnfiltered,
  livePartRows,
  matchingParts,
  type PartRow,
  type PartsParameters,
  type PartsReader,
  type PartsShape,
  partFilters,
  partOrder,
  partsShape,
  partsValues,
} from './parts-filters.ts'
import { namesOf, peopleQueries } from './people.ts'

/** All parts that match a query, in its order. */
export const matchingPartRows = (p: PartsParameters, shape: PartsShape) =>
  livePartRows(p)
    .select(columnsOf(partRowMapping))
    .$narrowType<Pick<PartRecord, 'part_status'>>()
    .where((part) => matchingParts(part, p, shape))
    .$call((rows) => partOrder(shape).reduce((all, [column, direction]) => all.orderBy(column, direction), rows))

const partsPage = statementByShape(
  'parts-page',
  (p: PartsParameters & Parameters<{ skipped: number }>, shape: PartsShape) =>
    matchingPartRows(p, shape).limit(partsPageSize).offset(p.skipped),
)

/** How many parts match; each condition has an index. */
const countOf = (p: PartsParameters, where: (part: PartRow) => Expression<SqlBool>) =>
  livePartRows(p)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(where)
    .$asScalar()

/** The size of the book, as the projector keeps it; counted while that is not at the same event as the book. */
const sizeOfBook = (p: PartsParameters) => {
  const { companyId } = p
  const kept = documents(p, 'part-count')
    .select(sql<number>`(body ->> 'parts')::bigint`.as('parts'))
    .where(({ eb }) =>
      eb(liveOf(companyId, 'part-count').select('seq'), '=', liveOf(companyId, 'part-rows').select('seq')),
    )
    .$asScalar()
  return sql<number>`coalesce(${kept}, ${countOf(p, ({ lit }) => lit(true))})`
}

const total = (p: PartsParameters, shape: PartsShape): RawBuilder<number> =>
  isUnfiltered(shape) ? sizeOfBook(p) : sql`${countOf(p, (part) => matchingParts(part, p, shape))}`

/** The planner reads each index once, as these are queries of their own; filters of one query would read the whole book. */
const partsCounts = statementByShape('parts-counts', (p: PartsParameters, shape: PartsShape) =>
  db.selectNoFrom(({ fn }) => [
    sizeOfBook(p).as('all'),
    countOf(p, (part) => partFilters.late(part, p)).as('late'),
    countOf(p, (part) => partFilters.mine(part, p)).as('mine'),
    countOf(p, partFilters.waiting).as('waiting'),
    total(p, shape).as('total'),
    fn.coalesce(liveOf(p.companyId, 'part-rows').select('seq'), sql<number>`0`).as('seq'),
  ]),
)

/** A page of a company's parts, with the names and jobs in it, and the counts of the whole book. */
export async function readParts(pool: pg.Pool, reader: PartsReader, query: PartsQuery): Promise<PartsAnswer> {
  const { companyId } = reader
  const shape = partsShape(query)
  const values = partsValues(reader, query)
  const skipped = (Math.max(1, query.page ?? 1) - 1) * partsPageSize
  const [counted, page, known, details] = await readInCompany(pool, companyId, [
    partsCounts(shape, values),
    partsPage(shape, { ...values, skipped }),
    ...peopleQueries(companyId),
  ])
  const { total = 0, seq = 0, ...counts } = counted.rows[0] ?? { all: 0, late: 0, mine: 0, waiting: 0 }
  return {
    parts: page.rows.map(partRowMapping.fromRecord),
    people: namesOf(
      [...known.rows, ...details.rows],
      page.rows.flatMap((row) => [row.created_by, row.updated_by]),
    ),
    jobs: await jobsOf(pool, companyId, page.rows),
    counts,
    totalPages: Math.ceil(total / partsPageSize),
    totalResults: total,
    seq,
  }
}

/** The ids of the jobs that the parts name by number. */
async function jobsOf(pool: pg.Pool, companyId: string, rows: readonly Pick<PartRecord, 'job_number'>[]) {
  const numbers = [...new Set(rows.flatMap((row) => row.job_number ?? []))]
  if (numbers.length === 0) return {}
  const [found] = await readInCompany(pool, companyId, [jobsByNumber({ companyId, numbers })])
  return jobIdsByRef(found.rows)
}
