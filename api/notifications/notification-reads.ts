import { type SqlBool, sql } from 'kysely'
import type pg from 'pg'
import { NIL } from 'uuid'
import { documents } from '#api/reads/documents.ts'
import { jobRef } from '#core/job/values.ts'
import type { Audience } from '#core/model/access.ts'
import { type Kind, kindsFor } from '#core/notifications/kinds.ts'
import { changesForTeam, type JobChanges } from '#core/reactions/changes.ts'
import { daysKept } from '#core/reactions/notification.ts'
import {
  type MarkRead,
  type NotificationItem,
  type NotificationPlace,
  type NotificationsAnswer,
  type NotificationsQuery,
  placeText,
} from '#core/wire/jobs/notifications.ts'
import { inCompany, readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'

export type Reader = { companyId: string; userId: string; audience: Audience }

const atOnce = 30
/** Before all there are. */
const top: NotificationPlace = { seq: Number.MAX_SAFE_INTEGER, at: 'infinity', notificationId: NIL }

/** A page of what a person was told, all of it or of one job or of mentions alone, newest first, as their role may see it now. */
export async function readNotifications(
  pool: pg.Pool,
  { companyId, userId, audience }: Reader,
  { before, jobId, only }: NotificationsQuery,
): Promise<NotificationsAnswer> {
  const own = { companyId, userId, isTeam: audience === 'team' }
  const [page, unread] = await readInCompany(pool, companyId, [
    newest({ ...own, ...(before ?? top), jobId: jobId ?? null, isMention: only === 'mentions', limit: atOnce + 1 }),
    unreadIds(own),
  ])
  const shown = page.rows.slice(0, atOnce)
  const places = await placesOfReports(
    pool,
    companyId,
    audience === 'office' ? shown.flatMap(({ changes, jobId }) => (changes.report ? jobId : [])) : [],
  )
  const notifications = shown.flatMap(({ number, changes, ...row }): NotificationItem[] => {
    const seen = audience === 'team' ? changesForTeam(changes) : changes
    if (!seen) return []
    const { notificationId, jobId, seq, at, isRead } = row
    const place = places.get(jobId)
    const reported = place === undefined ? {} : { apartmentName: place }
    const job = number === null ? reported : { jobRef: jobRef(number), apartmentName: row.apartmentName ?? '' }
    return [{ notificationId, jobId, seq, at, isRead, changes: seen, ...job }]
  })
  const isFirst = before === undefined && jobId === undefined && only === undefined
  const last = page.rows.length > atOnce ? shown.at(-1) : undefined
  return {
    notifications,
    unread: unread.rows.length,
    ...(isFirst ? { unreadIds: unread.rows.map((row) => row.id) } : {}),
    more: last !== undefined,
    ...(last ? { next: placeText(last) } : {}),
  }
}

/** Where each of these reports is about, by its id. */
async function placesOfReports(pool: pg.Pool, companyId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const [{ rows }] = await readInCompany(pool, companyId, [places({ companyId, ids })])
  return new Map(rows.map((row) => [row.reportId, row.place]))
}

const places = statement('places-of-reports', (p: Parameters<{ companyId: string; ids: readonly string[] }>) =>
  documents(p, 'reports')
    .select(['key as reportId', sql<string>`body ->> 'place'`.as('place')])
    .where((row) => row('key', '=', row.fn.any(p.ids))),
)

/** How many a person has not read. */
export async function readUnread(pool: pg.Pool, { companyId, userId, audience }: Reader): Promise<number> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    unreadOf({ companyId, userId, isTeam: audience === 'team' }),
  ])
  return rows[0]?.unread ?? 0
}

/** Marks one of a person's notifications, some, those of a job, or all as read, up to what they have seen. Returns whether any was unread. */
export async function markNotificationsRead(
  pool: pg.Pool,
  { companyId, userId }: Reader,
  { upTo, notificationId, notificationIds, jobId }: MarkRead,
): Promise<boolean> {
  const ids = notificationId === undefined ? (notificationIds ?? null) : [notificationId]
  const { rowCount } = await inCompany(pool, companyId, (client) =>
    client.query(read({ companyId, userId, upTo, ids, jobId: jobId ?? null })),
  )
  return rowCount !== 0
}

type Own = { companyId: string; userId: string; isTeam: boolean }

const mention: Kind = 'mention'
const ofTeam = sql.join(kindsFor('team').map((kind) => sql.lit(kind)))

/** What a person may still see: of those who are in the team only what the team may hear of, and nothing that is as good as gone. */
const seenBy = (p: Parameters<Own>) =>
  db
    .selectFrom('notification')
    .where('notification.company_id', '=', p.companyId)
    .where('notification.user_id', '=', p.userId)
    .where('at', '>', sql<string>`statement_timestamp() - make_interval(days => ${sql.lit(daysKept)})`)
    .where(sql<SqlBool>`(not ${p.isTeam}::boolean or notification.changes ?| array[${ofTeam}])`)

const newest = statement(
  'newest-notifications',
  (p: Parameters<Own & NotificationPlace & { jobId: string | null; isMention: boolean; limit: number }>) =>
    seenBy(p)
      .leftJoin('job_row', (join) =>
        join
          .on('job_row.company_id', '=', p.companyId)
          .onRef('job_row.job_id', '=', 'notification.job_id')
          .on('job_row.generation', '=', liveOf(p.companyId, 'job-rows').select('generation')),
      )
      .select(({ eb }) => [
        'notification.notification_id as notificationId',
        'notification.job_id as jobId',
        'notification.seq',
        'notification.at',
        eb('notification.read_at', 'is not', null).$castTo<boolean>().as('isRead'),
        'notification.changes',
        'job_row.number',
        'job_row.apartment_name as apartmentName',
      ])
      .where(sql<SqlBool>`(notification.seq, notification.at, notification.notification_id)
        < (${p.seq}::bigint, ${p.at}::timestamptz, ${p.notificationId}::uuid)`)
      .where(sql<SqlBool>`(${p.jobId}::uuid is null or notification.job_id = ${p.jobId})`)
      // A person has 200 at most, so that the index of the newest serves these too.
      .where(sql<SqlBool>`(not ${p.isMention}::boolean or notification.changes ? ${sql.lit(mention)})`)
      .orderBy('notification.seq', 'desc')
      .orderBy('notification.at', 'desc')
      .orderBy('notification.notification_id', 'desc')
      .limit(p.limit)
      .$narrowType<{ changes: JobChanges }>(),
)

const unreadOf = statement('unread-notifications', (p: Parameters<Own>) =>
  seenBy(p)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('read_at', 'is', null),
)

const unreadIds = statement('unread-notification-ids', (p: Parameters<Own>) =>
  seenBy(p).select('notification_id as id').where('read_at', 'is', null),
)

const read = statement(
  'mark-notifications-read',
  (p: Parameters<Omit<Own, 'isTeam'> & { upTo: number; ids: readonly string[] | null; jobId: string | null }>) =>
    db
      .updateTable('notification')
      .set({ read_at: sql`statement_timestamp()` })
      .where('company_id', '=', p.companyId)
      .where('user_id', '=', p.userId)
      .where('read_at', 'is', null)
      .where('seq', '<=', p.upTo)
      // None of these is null: of all.
      .where(sql<SqlBool>`(${p.ids}::uuid[] is null or notification_id = any(${p.ids}::uuid[]))`)
      .where(sql<SqlBool>`(${p.jobId}::uuid is null or job_id = ${p.jobId})`),
)
