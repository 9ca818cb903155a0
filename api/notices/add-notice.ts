import type pg from 'pg'
import { v5 as uuidFrom } from 'uuid'
import { dueAt } from '#core/notifications/delays.ts'
import type { Kind, Way } from '#core/notifications/kinds.ts'
import type { JobChanges } from '#core/reactions/changes.ts'
import type { Recipient } from '#core/reactions/reaction.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { companyHead } from '#ledger/log/read.ts'
import { notificationColumns, type OutgoingWay, type StoredNotification } from './notification-columns.ts'
import { trimNotifications } from './trim-notifications.ts'

/** Any id: those of these notifications are made from it, so it never changes. */
const namespace = '0193a5f0-2eac-7000-8000-0000000000ad'

/** Something that is told because its time has come, and not because of an event. */
export type Notice = {
  kind: Kind
  /** The same each time it might be told. */
  about: string
  /** Stands in the place of a job's id. */
  subject: string
  changes: JobChanges
  /** When it became news, and when it is no news any more. */
  at: string
  until: string
}

type Telling = { companyId: string; zone: string }

/**
 * Tells somebody of something by the ways that they chose for its kind, if they were not told before, whatever process tries however often.
 * In the caller's transaction of the company. Returns whether they were not.
 */
export async function addNotice(
  client: pg.ClientBase,
  { companyId, zone }: Telling,
  { userId, notices }: Recipient,
  { kind, about, subject, changes, at, until }: Notice,
): Promise<boolean> {
  const ways = notices.ways[kind] ?? []
  const [head] = await rowsOf(client, companyHead({ companyId }))
  const one = { companyId, userId, jobId: subject, seq: head?.seq ?? 0, at, settlesAt: until }
  const idBy = (way: Way) => uuidFrom([companyId, kind, about, userId, way].join(' '), namespace)
  const values = { ...one, changes: JSON.stringify(changes) }
  // The bell goes first: who has it there already was told by the other ways then, and may have read it since.
  if (ways.includes('app')) {
    const isNew = (await client.query(added({ ...values, notificationId: idBy('app') }))).rowCount === 1
    if (!isNew) return false
    await client.query(trimNotifications({ companyId, userId }))
  }
  let isTold = ways.includes('app')
  for (const way of outside) {
    if (!ways.includes(way)) continue
    const due = dueAt({ way, at }, notices, zone, at)
    const added = await client.query(addedOutgoing({ ...values, way, notificationId: idBy(way), dueAt: due }))
    isTold ||= added.rowCount === 1
  }
  return isTold
}

const outside = ['push', 'email'] as const

const added = statement('add-notification', (p: Parameters<StoredNotification>) =>
  db
    .insertInto('notification')
    .values({ ...notificationColumns(p), notification_id: p.notificationId })
    .onConflict((conflict) => conflict.doNothing()),
)

const addedOutgoing = statement(
  'add-outgoing',
  (p: Parameters<StoredNotification & { way: OutgoingWay; dueAt: string }>) =>
    db
      .insertInto('outgoing_notice')
      .values({ ...notificationColumns(p), notice_id: p.notificationId, way: p.way, due_at: p.dueAt })
      .onConflict((conflict) => conflict.doNothing()),
)
