import type { DescribedRoute } from '#api/http/described-route.ts'
import { markRead, notificationsAnswer, notificationsQuery, unreadAnswer } from '#core/wire/jobs/notifications.ts'
import { paths } from '#core/wire/paths.ts'

/** What people are told of their jobs. */
export const notificationRoutes: DescribedRoute[] = [
  {
    method: 'get',
    for: 'members',
    path: paths.notifications,
    summary:
      "The caller's notifications, of all jobs or one, or only those with comments that name the caller, newest first, a page at a time; the team is told only of its own visits and of comments that name the reader",
    query: notificationsQuery,
    answers: { 200: notificationsAnswer },
  },
  {
    method: 'post',
    for: 'members',
    path: paths.notificationsRead,
    summary:
      "Mark one of the caller's notifications, some of them, those of a job, or all as read, up to a seq that they have seen",
    body: markRead,
    answers: { 200: unreadAnswer },
  },
]
