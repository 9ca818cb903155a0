import type { FoldedEvent } from '#core/ledger/ledger.ts'
import type { Way } from '#core/notifications/kinds.ts'
import { type JobChanges, withChange } from './changes.ts'
import type { Wanted } from './reaction.ts'

/** What a person is told of one job, by one way. */
export type Notification = {
  notificationId: string
  way: Way
  userId: string
  jobId: string
  /** Of the newest event in it that was news to the person. */
  seq: number
  /** When that was recorded. */
  at: string
  /** Until then later events of the job still change it; each moves it on. */
  settlesAt: string
  /** When it is to be sent; in Fettle it is there at once. */
  dueAt: string
  changes: JobChanges
}

/** What a daily email tells of one job. */
export type DailyEmailItem = Pick<Notification, 'jobId' | 'seq' | 'at' | 'changes'>

type Place = Pick<Notification, 'seq' | 'at'>

/**
 * Whether a person who has read the notification `read` of a job also knows the one at `told`. Notifications that the clock makes have
 * the seq of the newest event at that moment, so of two with one seq only the time tells which was read.
 */
export const isReadWith = (read: Place, told: Place) =>
  read.seq > told.seq || (read.seq === told.seq && Date.parse(read.at) === Date.parse(told.at))

/** In milliseconds: what happens to a job within ten minutes is told as one. */
export const settlingTime = 600_000
/** What is kept for a person: so many, for so many days. */
export const mostKept = 200
export const daysKept = 90

/**
 * What a person is told of a job after one more event. `open` is what they were told last and have not read; undefined if there is
 * nothing, or nothing is left of it. `begun` is what it has if this event begins it.
 */
export function toldAfter(
  open: Notification | undefined,
  { userId, change, isNews }: Wanted,
  event: Pick<FoldedEvent, 'streamId' | 'seq' | 'recordedAt'>,
  begun: Pick<Notification, 'notificationId' | 'way'>,
  dueAt: string,
): Notification | undefined {
  if (!isNews && !open) return undefined
  const changes = withChange(open?.changes ?? {}, change)
  if (!changes) return undefined
  const settlesAt = settlesAfter(open, { isNews, way: begun.way, at: event.recordedAt, dueAt })
  const now = { seq: event.seq, at: event.recordedAt, settlesAt, dueAt }
  if (open) return { ...open, changes, ...(isNews ? now : { settlesAt }) }
  return { ...begun, userId, jobId: event.streamId, changes, ...now }
}

type Settling = { isNews: boolean; way: Way; at: string; dueAt: string }

/** A daily email tells the net effect until it is sent, and a deadline that is near until it is due. */
function settlesAfter(open: Notification | undefined, { isNews, way, at, dueAt }: Settling): string {
  if (way === 'email') return isNews ? dueAt : (open?.settlesAt ?? dueAt)
  const settled = Date.parse(at) + settlingTime
  return new Date(open ? Math.max(settled, Date.parse(open.settlesAt)) : settled).toISOString()
}

/** Whether later events still change it. */
export const isUnsettled = ({ settlesAt }: Notification, event: Pick<FoldedEvent, 'recordedAt'>) =>
  Date.parse(event.recordedAt) <= Date.parse(settlesAt)
