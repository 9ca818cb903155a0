import { sql } from 'kysely'
import type pg from 'pg'
import { forgetWork } from '#api/accounts/unsent-work-rows.ts'
import { nextDailyEmail } from '#core/notifications/delays.ts'
import { changedNotices, type OwnNotices, usualEmail } from '#core/notifications/settings.ts'
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

/** When the settings changed, and the company's time zone. */
type Changing = { now: string; zone: string }

/** Changes how a person is told; what is on its way to them is looked at again. In the caller's transaction of the company. */
export async function changeNotices(client: pg.ClientBase, own: Own, change: OwnNotices, changing: Changing) {
  await client.query(begun(own))
  const [row] = await rowsOf(client, locked(own))
  const settings = changedNotices(row?.settings ?? {}, change)
  await client.query(stored({ ...own, settings: JSON.stringify(settings) }))
  await lookAgain(client, own, settings, changing)
}

/** Has a person told as their company has it again. In the caller's transaction of the company. */
export async function resetNotices(client: pg.ClientBase, own: Own, changing: Changing): Promise<void> {
  await client.query(deleted(own))
  await lookAgain(client, own, {}, changing)
}

/** A daily email comes at its new time, or not at all. */
async function lookAgain(client: pg.ClientBase, own: Own, { email = usualEmail }: OwnNotices, { now, zone }: Changing) {
  await client.query(dueNow(own))
  if (email === 'off') await client.query(unmailed(own))
  else await client.query(emailDue({ ...own, dueAt: nextDailyEmail(now, email, zone) }))
}

/** {@link resetNotices} for somebody whose account is erased, with what is on its way to them. In the caller's transaction, on the sign-in pool. */
export async function forgetNotices(client: pg.ClientBase, own: Own): Promise<void> {
  await client.query(deleted(own))
  await client.query(unsent(own))
  await client.query(deletedEmails(own))
  await forgetWork(client, own)
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

/** The sender works out again when it is due. */
const dueNow = statement('look-at-outgoing-again', (p: Parameters<Own>) =>
  db
    .updateTable('outgoing_notice')
    .set(({ ref }) => ({ due_at: ref('at') }))
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .where('way', '=', sql.lit('push')),
)

const emailDue = statement('move-daily-email', (p: Parameters<Own & { dueAt: string }>) =>
  db
    .updateTable('outgoing_notice')
    .set({ due_at: p.dueAt, settles_at: p.dueAt })
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .where('way', '=', sql.lit('email')),
)

const unmailed = statement('drop-daily-email', (p: Parameters<Own>) =>
  db
    .deleteFrom('outgoing_notice')
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .where('way', '=', sql.lit('email')),
)

const deletedEmails = statement('forget-daily-emails', (p: Parameters<Own>) =>
  db.deleteFrom('daily_email').where('company_id', '=', p.companyId).where('user_id', '=', p.userId),
)
