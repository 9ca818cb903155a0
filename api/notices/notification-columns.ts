import type { Way } from '#core/notifications/kinds.ts'
import type { Notification } from '#core/reactions/notification.ts'
import type { Parameters } from '#ledger/database/statement.ts'

/** A way outside Fettle. */
export type OutgoingWay = Exclude<Way, 'app'>

/** A notification as its statements take it, with its changes as JSON. */
export type StoredNotification = Omit<Notification, 'changes' | 'way' | 'dueAt'> & {
  companyId: string
  changes: string
}

/** What a notification in the bell and one on its way to a phone have alike; each has its id in a column of its own. */
export const notificationColumns = (p: Parameters<StoredNotification>) => ({
  company_id: p.companyId,
  user_id: p.userId,
  job_id: p.jobId,
  seq: p.seq,
  at: p.at,
  settles_at: p.settlesAt,
  changes: p.changes,
})
