import * as z from 'zod/mini'
import { instant } from '#core/model/values.ts'
import { calendarRow } from '#core/projections/calendar.ts'
import { after, people } from '#core/wire/common.ts'

export const calendarQuery = z.strictObject({ from: instant, to: instant, after })
/** The first `mostBookings` of a range. `truncated` is true if there are more. */
export const calendarAnswer = z.object({
  bookings: z.array(calendarRow),
  truncated: z.optional(z.boolean()),
  people,
  seq: z.int(),
})
export type CalendarAnswer = z.infer<typeof calendarAnswer>

/** Which visits a calendar feed contains; the team's feeds contain only their own. */
export const feedVisits = z.enum(['all', 'mine'])
export type FeedVisits = z.infer<typeof feedVisits>

/** PUT and POST /api/calendar-feed */
export const feedChange = z.strictObject({ visits: feedVisits })

/** GET /api/calendar-feed: the user's private link, if they have one. */
export const feedAnswer = z.object({
  feed: z.optional(
    z.object({
      /** Missing if the link was made with other keys than the installation has now: it still works, but cannot be shown. */
      path: z.optional(z.string()),
      visits: feedVisits,
      createdAt: instant,
      lastReadAt: z.optional(instant),
      /** The name that the last program to read it gave itself. */
      lastReadBy: z.string(),
    }),
  ),
})
export type FeedAnswer = z.infer<typeof feedAnswer>
export type CalendarFeed = NonNullable<FeedAnswer['feed']>
