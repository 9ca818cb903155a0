import { type ExpressionBuilder, sql } from 'kysely'
import { jobNumber, type PartSearchField, partSearchFields, searchable } from '#core/part/values.ts'
import type { PartsQuery } from '#core/wire/parts.ts'
import type { Parameters } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'
import { byHash, liveOf } from '#ledger/read-models/live-generation.ts'
import { timeZoneOf } from './time-zone.ts'

/** The reader of the Parts Book, and the time. */
export type PartsReader = { companyId: string; userId: string; now: Date }

/** What a query's text depends on. */
export type PartsShape = Required<Pick<PartsQuery, 'sort' | 'direction'>> & {
  filter: PartsQuery['filter'] | null
  /** The fields that are searched; none without a search. */
  searched: readonly PartSearchField[]
  ofJob: boolean
}

export const partsShape = ({ filter, field, search, job, sort, direction }: PartsQuery): PartsShape => ({
  filter: filter ?? null,
  searched: searchable(search ?? '') ? (field ? [field] : partSearchFields) : [],
  ofJob: job !== undefined,
  sort: sort ?? 'purchaseDate',
  direction: direction ?? 'desc',
})

export const isUnfiltered = ({ filter, searched, ofJob }: PartsShape) => !filter && !ofJob && searched.length === 0

/** Sorts after every text with the prefix before it. */
const last = String.fromCodePoint(0x10_ff_ff)

/** The values of a query; a search is a range of prefixes, in which no character is special and which an index can answer. */
export const partsValues = ({ companyId, userId, now }: PartsReader, { search = '', job = '' }: PartsQuery) => ({
  companyId,
  userId,
  now: now.toISOString(),
  job: searchable(jobNumber(job)),
  from: searchable(search),
  to: searchable(search) + last,
})
export type PartsParameters = Parameters<ReturnType<typeof partsValues>>

export const livePartRows = ({ companyId }: Pick<PartsParameters, 'companyId'>) =>
  db
    .selectFrom('part_row')
    .where('company_id', '=', companyId)
    .where('generation', '=', liveOf(companyId, 'part-rows').select('generation'))

export type PartRow = ExpressionBuilder<Tables, 'part_row'>

/** The conditions of the book's filters. */
export const partFilters = {
  waiting: (part: PartRow) => part('part_status', '=', 'waiting'),
  /** Waiting after its expected day, in the company's time zone. */
  late: (part: PartRow, { companyId, now }: PartsParameters) => {
    const today = sql<string>`(${now}::timestamptz at time zone ${timeZoneOf(companyId)})::date`
    return part.and([
      part('part_status', '=', 'waiting'),
      part('expected_delivery', '<', db.selectNoFrom(today.as('today'))),
    ])
  },
  /** For a job whose visit is assigned to the reader. Parts without a job need no look at the jobs. */
  mine: (part: PartRow, { companyId, userId }: PartsParameters) =>
    part.and([
      part('job_number', 'is not', null),
      byHash(
        part(
          'job_number',
          'in',
          part
            .selectFrom('job_row as visited')
            .select('visited.number')
            .where('visited.company_id', '=', companyId)
            .where('visited.generation', '=', liveOf(companyId, 'job-rows').select('generation'))
            .where('visited.assigned_to', '@>', sql<string[]>`array[${userId}::uuid]`),
        ),
      ),
    ]),
}

const keys = { name: 'name_key', reference: 'reference_key', jobId: 'job_key', category: 'category_key' } as const

/** The condition that a query's filter, job and search make together. */
export const matchingParts = (part: PartRow, p: PartsParameters, { filter, ofJob, searched }: PartsShape) =>
  part.and([
    ...(filter ? [partFilters[filter](part, p)] : []),
    ...(ofJob ? [part('job_key', '=', p.job)] : []),
    ...(searched.length > 0
      ? [part.or(searched.map((one) => part.and([part(keys[one], '>=', p.from), part(keys[one], '<', p.to)])))]
      : []),
  ])

type Order = readonly (readonly [
  column: 'purchase_date' | 'expected_delivery' | 'created_at' | 'part_id' | 'part_status',
  'asc' | 'desc',
])[]

/** The order of the rows; equal rows are in order of creation, newest first. */
export function partOrder({ sort, direction }: PartsShape): Order {
  if (sort === 'due')
    return [
      ['part_status', 'desc'],
      ['expected_delivery', 'asc'],
      ['created_at', 'asc'],
      ['part_id', 'asc'],
    ]
  const column = ({ purchaseDate: 'purchase_date', expectedDelivery: 'expected_delivery' } as const)[sort]
  return [
    [column, direction],
    ['created_at', direction],
    ['part_id', direction],
  ]
}
