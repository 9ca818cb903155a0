import * as z from 'zod/mini'
import { id, text } from '#core/model/values.ts'
import { partDocument } from '#core/part/part.ts'
import { partSearchFields } from '#core/part/values.ts'
import { after, people, wholeNumber } from './common.ts'
import { partFilters, partSorts } from './list-options.ts'

/**
 * GET /api/parts. `search` is a prefix, in any of the four fields unless `field` names one; `job` is a job number. Sorting by
 * `due` lists waiting parts first, the most urgent on top.
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
  /** Job ids by job number, for the jobs of these parts. Numbers without a job are missing. */
  jobs: z.record(z.string(), id),
  /** Counts over the whole book, whatever the query. */
  counts: z.object({ all: z.int(), late: z.int(), waiting: z.int(), mine: z.int() }),
  totalPages: z.int(),
  totalResults: z.int(),
  seq: z.int(),
})
export type PartsAnswer = z.infer<typeof partsAnswer>
