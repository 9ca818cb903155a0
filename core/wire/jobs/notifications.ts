import * as z from 'zod/mini'
import { id, instant } from '#core/model/values.ts'
import { jobChanges } from '#core/reactions/changes.ts'
import { wholeNumber } from '#core/wire/common.ts'

/** `before` is the seq of the oldest one that the reader has; with `jobId`, those of one job; `only` those with comments that name the reader. */
export const notificationsQuery = z.strictObject({
  before: z.optional(wholeNumber),
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
  /** Whether there are older ones. */
  more: z.boolean(),
})
export type NotificationsAnswer = z.infer<typeof notificationsAnswer>

/** POST /api/notifications/read: one of them, those of a job, or all, as far as the reader has seen them: news after `upTo` stays unread. */
export const markRead = z.strictObject({
  upTo: z.int().check(z.nonnegative()),
  notificationId: z.optional(id),
  jobId: z.optional(id),
})
export type MarkRead = z.infer<typeof markRead>
export const unreadAnswer = z.object({ unread: z.int() })
export type UnreadAnswer = z.infer<typeof unreadAnswer>
