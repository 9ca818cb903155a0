import * as z from 'zod/mini'
import { instant } from '#core/model/values.ts'

/** Which visits a calendar feed holds; for the team always its own. */
export const feedVisits = z.enum(['all', 'mine'])
export type FeedVisits = z.infer<typeof feedVisits>

/** PUT and POST /api/calendar-feed */
export const feedChange = z.strictObject({ visits: feedVisits })

/** GET /api/calendar-feed: one's own private link, where there is one. */
export const feedAnswer = z.object({
  feed: z.optional(
    z.object({
      /** Missing where the installation's keys are others than those that it was made with: it goes on, but is not known. */
      path: z.optional(z.string()),
      visits: feedVisits,
      createdAt: instant,
      lastReadAt: z.optional(instant),
      /** What the program that read it last calls itself. */
      lastReadBy: z.string(),
    }),
  ),
})
export type FeedAnswer = z.infer<typeof feedAnswer>
export type CalendarFeed = NonNullable<FeedAnswer['feed']>
