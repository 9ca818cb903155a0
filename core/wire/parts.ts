import * as z from 'zod/mini'
import { id, text } from '#core/model/values.ts'
import { partDocument } from '#core/part/part.ts'
import { partSearchFields } from '#core/part/values.ts'
import { after, people, wholeNumber } from './common.ts'
import { partFilters, partSorts } from './list-options.ts'

/**
 * GET /api/parts. `search` is a beginning, in any of the four fields unless `field` names one; `job` is a job's number. `due` puts
 * what is waited for first, the most urgent on top.
 */
export const partsQuery = z.strictObject({
  field: z.optional(z.enum(partSearchFields)),
  search: z.optional(text(200)),
  filter: z.optional(z.enum(partFilters)),
  job: z.optional(text(50)),
  sort: z.optional(z.enum(partSorts)),
  direction: z.optional(z.enum(['asc', 'desc'])),
  page: z.optional(wholeNumber),
  after,
})
export type PartsQuery = z.infer<typeof partsQuery>

export const partsAnswer = z.object({
  parts: z.array(partDocument),
  people,
  /** The ids of the jobs that these parts are for, by number; a number that no job has is missing. */
  jobs: z.record(z.string(), id),
  /** Of the whole book, whatever was asked for. */
  counts: z.object({ all: z.int(), late: z.int(), waiting: z.int(), mine: z.int() }),
  totalPages: z.int(),
  totalResults: z.int(),
  seq: z.int(),
})
export type PartsAnswer = z.infer<typeof partsAnswer>
