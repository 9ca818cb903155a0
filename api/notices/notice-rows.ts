import type pg from 'pg'
import { changedNotices, type OwnNotices } from '#core/notifications/settings.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Own = { companyId: string; userId: string }

/** The statement that reads how the people of a company chose to be told. */
export const noticesOfAll = statement('notice-settings-of-all', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('notice_settings')
    .select(['user_id as userId', 'settings'])
    .where('company_id', '=', p.companyId)
    .$narrowType<{ settings: OwnNotices }>(),
)

/** The statement that reads how one person chose to be told. */
export const noticesOfOne = statement('notice-settings', (p: Parameters<Own>) =>
  db
    .selectFrom('notice_settings')
    .select('settings')
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .$narrowType<{ settings: OwnNotices }>(),
)

/** Changes how a person is told; what is on its way to them is looked at again. In the caller's transaction of the company. */
export async function changeNotices(client: pg.ClientBase, own: Own, change: OwnNotices): Promise<void> {
  await client.query(begun(own))
  const [row] = await rowsOf(client, locked(own))
  await client.query(stored({ ...own, settings: JSON.stringify(changedNotices(row?.settings ?? {}, change)) }))
  await client.query(dueNow(own))
}

/** Has a person told as their company has it again. In the caller's transaction of the company. */
export async function resetNotices(client: pg.ClientBase, own: Own): Promise<void> {
  await client.query(deleted(own))
  await client.query(dueNow(own))
}

/** {@link resetNotices} for somebody whose account is erased, with what is on its way to them. In the caller's transaction, on the sign-in pool. */
export async function forgetNotices(client: pg.ClientBase, own: Own): Promise<void> {
  await client.query(deleted(own))
  await client.query(unsent(own))
}

const begun = statement('begin-notice-settings', (p: Parameters<Own>) =>
  db
    .insertInto('notice_settings')
    .values({ company_id: p.companyId, user_id: p.userId, settings: '{}' })
    .onConflict((conflict) => conflict.doNothing()),
)

const locked = statement('lock-notice-settings', (p: Parameters<Own>) =>
  db
    .selectFrom('notice_settings')
    .select('settings')
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .forUpdate()
    .$narrowType<{ settings: OwnNotices }>(),
)

const stored = statement('store-notice-settings', (p: Parameters<Own & { settings: string }>) =>
  db
    .updateTable('notice_settings')
    .set({ settings: p.settings })
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId),
)

const deleted = statement('reset-notice-settings', (p: Parameters<Own>) =>
  db.deleteFrom('notice_settings').where('company_id', '=', p.companyId).where('user_id', '=', p.userId),
)

const unsent = statement('forget-outgoing-of-one', (p: Parameters<Own>) =>
  db.deleteFrom('outgoing_notice').where('company_id', '=', p.companyId).where('user_id', '=', p.userId),
)

/** Its sender works out again when it is due. */
const dueNow = statement('look-at-outgoing-again', (p: Parameters<Own>) =>
  db
    .updateTable('outgoing_notice')
    .set(({ ref }) => ({ due_at: ref('at') }))
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId),
)
