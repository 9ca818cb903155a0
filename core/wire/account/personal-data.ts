import * as z from 'zod/mini'
import { earlierName, memberDetails } from '#core/member/details.ts'
import { id, instant } from '#core/model/values.ts'
import { ownNotices } from '#core/notifications/settings.ts'
import { todoList } from '#core/todo/todo.ts'
import { viewList } from '#core/views/messages.ts'
import { feedVisits } from '#core/wire/jobs/calendar.ts'
import { sessionsAnswer, sessionUser, signInsAnswer } from './session.ts'

/**
 * GET /api/auth/personal-data: what Fettle keeps about the user as a person. `place` of a sign-in is the whole network address here.
 * Their work in jobs is the company's record, and not part of it.
 */
export const personalData = z.object({
  user: sessionUser,
  details: memberDetails,
  earlierNames: z.array(earlierName),
  memberSince: instant,
  sessions: sessionsAnswer.shape.sessions,
  signIns: signInsAnswer.shape.signIns,
  todos: todoList.shape.todos,
  views: viewList.shape.views,
  /** Which views of the office the user has opened, and when last. */
  viewsOpened: z.array(z.object({ viewId: id, openedAt: instant })),
  /** Whether they get the morning list of deadlines. */
  morningList: z.boolean(),
  /** How they chose to be told of news. */
  notices: ownNotices,
  /** On which devices they turned push on. */
  pushDevices: z.array(z.object({ device: z.string(), createdAt: instant, sentAt: z.optional(instant) })),
  calendarFeed: z.optional(
    z.object({ visits: feedVisits, createdAt: instant, lastReadAt: z.optional(instant), lastReadBy: z.string() }),
  ),
})
export type PersonalData = z.infer<typeof personalData>
