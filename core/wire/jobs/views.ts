import * as z from 'zod/mini'
import { id } from '#core/model/values.ts'
import { countedUpTo, mostCountedViews } from '#core/views/jobs-list.ts'
import { viewList } from '#core/views/messages.ts'
import { after } from '#core/wire/common.ts'

/** GET /api/views: the caller's own views of the jobs list and, for the office, those that it shares. A list without views is empty. */
export const viewsAnswer = z.object({ own: viewList, shared: z.optional(viewList), seq: z.int() })
export type ViewsAnswer = z.infer<typeof viewsAnswer>

/** POST /api/views/:viewId/opened: how many people of the office have opened the shared view within 30 days, the caller among them. */
export const viewOpenedAnswer = z.object({ people: z.int() })
export type ViewOpenedAnswer = z.infer<typeof viewOpenedAnswer>

/** GET /api/views/counts: how many jobs are in the lists that the caller has anyway, and in up to twelve `views`, their ids joined by commas. */
export const viewCountsQuery = z.strictObject({
  views: z.optional(
    z.pipe(
      z.string(),
      z.pipe(
        z.transform((ids: string) => ids.split(',')),
        z.array(id).check(z.maxLength(mostCountedViews)),
      ),
    ),
  ),
  after,
})

/**
 * Counts by the name of the list, or by the id of the view; of a view that the caller does not have there is none. `isMore` if there may
 * be more jobs: lists are counted up to 999, and among the newest 10,000 jobs.
 */
export const viewCountsAnswer = z.object({
  counts: z.record(z.string(), z.object({ jobs: z.int().check(z.maximum(countedUpTo)), isMore: z.boolean() })),
  seq: z.int(),
})
export type ViewCountsAnswer = z.infer<typeof viewCountsAnswer>
export type ListCount = ViewCountsAnswer['counts'][string]
