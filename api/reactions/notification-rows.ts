import type pg from 'pg'
import { notificationColumns, type StoredNotification } from '#api/notices/notification-columns.ts'
import { trimNotifications } from '#api/notices/trim-notifications.ts'
import type { JobChanges } from '#core/reactions/changes.ts'
import type { Notification } from '#core/reactions/notification.ts'
import type { Told } from '#core/reactions/tell.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isOutgoing, unsettledOutgoing, writeOutgoing } from './outgoing-rows.ts'

type OfJobs = { companyId: string; userIds: readonly string[]; jobIds: readonly string[]; after: string }

/** What people were told of jobs that later events still change, newest last; locked, so that nobody reads it meanwhile. */
export async function lockUnsettled(client: pg.ClientBase, wanted: OfJobs): Promise<Notification[]> {
  const shown = await rowsOf(client, unsettled(wanted))
  const outgoing = await rowsOf(client, unsettledOutgoing(wanted))
  return [...shown.map((one) => ({ ...one, way: 'app' as const, dueAt: one.at })), ...outgoing]
}

const unsettled = statement('lock-unsettled-notifications', (p: Parameters<OfJobs>) =>
  db
    .selectFrom('notification')
    .select([
      'notification_id as notificationId',
      'user_id as userId',
      'job_id as jobId',
      'seq',
      'at',
      'settles_at as settlesAt',
      'changes',
    ])
    .where('company_id', '=', p.companyId)
    .where((row) => row('user_id', '=', row.fn.any(p.userIds)))
    .where((row) => row('job_id', '=', row.fn.any(p.jobIds)))
    .where('read_at', 'is', null)
    .where('settles_at', '>=', p.after)
    .orderBy('seq')
    .forUpdate()
    .$narrowType<{ changes: JobChanges }>(),
)

/** Writes it, and lets go what is more than is kept for a person. In the caller's transaction of the company. */
export async function writeNotifications(client: pg.ClientBase, companyId: string, { byId, forgotten }: Told) {
  const left = [...byId.values()].filter((one) => one !== undefined)
  const gone = [...byId].filter(([_, one]) => !one).map(([id]) => id)
  const shown = left.filter((one) => !isOutgoing(one))
  const told = new Set(shown.map((one) => one.userId))
  await Promise.all([
    ...(forgotten.length > 0 ? [client.query(deletedOf({ companyId, userIds: forgotten }))] : []),
    ...(gone.length > 0 ? [client.query(deleted({ companyId, ids: gone }))] : []),
    ...shown.map((one) => client.query(stored({ ...one, companyId, changes: JSON.stringify(one.changes) }))),
    ...[...told].map((userId) => client.query(trimNotifications({ companyId, userId }))),
    ...writeOutgoing(client, companyId, { left: left.filter(isOutgoing), gone, forgotten }),
  ])
}

const deletedOf = statement(
  'forget-notifications',
  (p: Parameters<{ companyId: string; userIds: readonly string[] }>) =>
    db
      .deleteFrom('notification')
      .where('company_id', '=', p.companyId)
      .where((row) => row('user_id', '=', row.fn.any(p.userIds))),
)

const deleted = statement('delete-notifications', (p: Parameters<{ companyId: string; ids: readonly string[] }>) =>
  db
    .deleteFrom('notification')
    .where('company_id', '=', p.companyId)
    .where((row) => row('notification_id', '=', row.fn.any(p.ids))),
)

const stored = statement('store-notification', (p: Parameters<StoredNotification>) =>
  db
    .insertInto('notification')
    .values({ ...notificationColumns(p), notification_id: p.notificationId })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'notification_id']).doUpdateSet(({ ref }) => ({
        seq: ref('excluded.seq'),
        at: ref('excluded.at'),
        settles_at: ref('excluded.settles_at'),
        changes: ref('excluded.changes'),
      })),
    ),
)
