import type pg from 'pg'
import { mostPushDevices } from '#core/notifications/push.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Person = { companyId: string; userId: string }
export type Device = Person & { subscriptionId: string }

/** Where a device gets messages, and the keys to encrypt them with. */
export type Subscription = {
  subscriptionId: string
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  device: string
  createdAt: string
  sentAt: string | null
  failingSince: string | null
}

/** The statement that reads the devices of a person, the newest first, also those whose session has ended. */
export const devicesOf = statement('push-subscriptions', (p: Parameters<Person>) =>
  db
    .selectFrom('push_subscription')
    .select([
      'subscription_id as subscriptionId',
      'session_id as sessionId',
      'endpoint',
      'p256dh',
      'auth',
      'device',
      'created_at as createdAt',
      'sent_at as sentAt',
      'failing_since as failingSince',
    ])
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .orderBy('created_at', 'desc')
    .orderBy('subscription_id'),
)

/** The statement that reads which sessions of a person have not ended. */
export const liveSessionsOf = statement('live-sessions', (p: Parameters<Person>) =>
  db
    .selectFrom('session')
    .select('session_id as sessionId')
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .where('revoked_at', 'is', null),
)

/** The devices whose session has not ended. */
export function liveDevices(devices: readonly Subscription[], live: readonly { sessionId: string }[]): Subscription[] {
  const sessions = new Set(live.map((one) => one.sessionId))
  return devices.filter((one) => sessions.has(one.sessionId))
}

type Added = Device & Pick<Subscription, 'sessionId' | 'endpoint' | 'p256dh' | 'auth' | 'device' | 'createdAt'>

const replaced = statement('replace-push-subscription', (p: Parameters<{ endpoint: string; sessionId: string }>) =>
  db
    .deleteFrom('push_subscription')
    .where((one) => one.or([one('endpoint', '=', p.endpoint), one('session_id', '=', p.sessionId)])),
)

const inserted = statement('add-push-subscription', (p: Parameters<Added>) =>
  db.insertInto('push_subscription').values({
    company_id: p.companyId,
    subscription_id: p.subscriptionId,
    user_id: p.userId,
    session_id: p.sessionId,
    endpoint: p.endpoint,
    p256dh: p.p256dh,
    auth: p.auth,
    device: p.device,
    created_at: p.createdAt,
  }),
)

/**
 * Turns push on for a device. The browser's earlier subscription ends, even another person's, and so do the oldest of a person
 * with too many. In the caller's transaction, on the sign-in pool.
 */
export async function addDevice(client: pg.ClientBase, added: Added): Promise<void> {
  await client.query(replaced(added))
  await client.query(inserted(added))
  const { rows } = await client.query(devicesOf(added))
  for (const { subscriptionId } of rows.slice(mostPushDevices))
    await client.query(removed({ ...added, subscriptionId }))
}

const removed = statement('remove-push-subscription', (p: Parameters<Device>) =>
  db
    .deleteFrom('push_subscription')
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .where('subscription_id', '=', p.subscriptionId),
)

/** Turns push off on a device of a person; false if they have no such device. */
export async function removeDevice(client: pg.ClientBase, device: Device): Promise<boolean> {
  const { rowCount } = await client.query(removed(device))
  return rowCount === 1
}

const removedAll = statement('forget-push-subscriptions', (p: Parameters<Person>) =>
  db.deleteFrom('push_subscription').where('company_id', '=', p.companyId).where('user_id', '=', p.userId),
)

/** Turns push off on every device of a person. In the caller's transaction, on the sign-in pool. */
export async function forgetPushDevices(client: pg.ClientBase, person: Person): Promise<void> {
  await client.query(removedAll(person))
}

type Noted = Device & { at: string; isArrived: boolean }

const noted = statement('note-pushed', (p: Parameters<Noted>) =>
  db
    .updateTable('push_subscription')
    .set(({ ref, fn, eb }) => ({
      sent_at: eb
        .case()
        .when(eb.cast<boolean>(p.isArrived, 'boolean'))
        .then(eb.cast<string>(p.at, 'timestamptz'))
        .else(ref('sent_at'))
        .end(),
      failing_since: eb
        .case()
        .when(eb.cast<boolean>(p.isArrived, 'boolean'))
        .then(null)
        .else(fn.coalesce(ref('failing_since'), eb.cast<string>(p.at, 'timestamptz')))
        .end(),
    }))
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .where('subscription_id', '=', p.subscriptionId),
)

/** Notes whether a message arrived at a device's push service. */
export const notePushed = (client: pg.ClientBase, noting: Noted) => client.query(noted(noting))

/** The statement that reads who in a company turned push on anywhere. */
export const withDevices = statement('people-with-push', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('push_subscription').select('user_id as userId').distinct().where('company_id', '=', p.companyId),
)
