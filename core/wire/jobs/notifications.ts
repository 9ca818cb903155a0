import * as z from 'zod/mini'
import { id, instant } from '#core/model/values.ts'
import { jobChanges } from '#core/reactions/changes.ts'
import { mostKept } from '#core/reactions/notification.ts'

/** A place in the list, newest first. Notifications can share a seq: one raised by the clock takes the seq of the newest event at that moment. */
export type NotificationPlace = { seq: number; at: string; notificationId: string }

/** As `next` and `before` have it: the seq, the time in milliseconds and the id. */
export const placeText = ({ seq, at, notificationId }: NotificationPlace) =>
  `${seq}.${Date.parse(at)}.${notificationId}`

const placeIn = (text: string): NotificationPlace => {
  const [seq, at, notificationId] = text.split('.')
  return at === undefined || notificationId === undefined
    ? { seq: Number(seq), at: '-infinity', notificationId: noId }
    : { seq: Number(seq), at: new Date(Number(at)).toISOString(), notificationId }
}
const noId = '00000000-0000-0000-0000-000000000000'

/** Where a page ends. Older callers send a seq alone, which stands before all that have it. */
const place = z.pipe(
  z.string().check(z.regex(/^\d{1,15}(\.\d{1,14}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/)),
  z.transform(placeIn),
)

/** `before` is the `next` of the page before; with `jobId`, those of one job; `only` those with comments that name the reader. */
export const notificationsQuery = z.strictObject({
  before: z.optional(place),
  jobId: z.optional(id),
  only: z.optional(z.literal('mentions')),
})
export type NotificationsQuery = z.infer<typeof notificationsQuery>

/** What the reader was told of one job, with its current texts. The job's number and site are missing until the job is in the list; a report has its place alone. */
export const notification = z.object({
  notificationId: id,
  jobId: id,
  jobRef: z.optional(z.string()),
  apartmentName: z.optional(z.string()),
  seq: z.int(),
  at: instant,
  isRead: z.boolean(),
  changes: jobChanges,
})
export type NotificationItem = z.infer<typeof notification>

/** GET /api/notifications: a page of them, newest first. `unread` counts all that are unread. */
export const notificationsAnswer = z.object({
  notifications: z.array(notification),
  unread: z.int(),
  /** The ids of all unread ones, on the first page of the whole list: 'Mark all as read' marks these and none that came since. */
  unreadIds: z.optional(z.array(id)),
  /** The next page's `before`; missing on the last. */
  next: z.optional(z.string()),
  /** Whether there are older ones. */
  more: z.boolean(),
})
export type NotificationsAnswer = z.infer<typeof notificationsAnswer>

/**
 * POST /api/notifications/read: one of them, some, those of a job, or all, as far as the reader has seen them: news after `upTo` stays unread.
 * Notifications that the clock makes have the seq of the newest event at that moment, so `upTo` alone may also mark some that came after
 * the list was read.
 */
export const markRead = z.strictObject({
  upTo: z.int().check(z.nonnegative()),
  notificationId: z.optional(id),
  notificationIds: z.optional(z.array(id).check(z.maxLength(mostKept))),
  jobId: z.optional(id),
})
export type MarkRead = z.infer<typeof markRead>
export const unreadAnswer = z.object({ unread: z.int() })
export type UnreadAnswer = z.infer<typeof unreadAnswer>
