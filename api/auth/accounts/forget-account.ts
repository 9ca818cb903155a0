import { sql } from 'kysely'
import type pg from 'pg'
import { forgetEmailLinks } from '#api/accounts/email-links.ts'
import { forgetIdentities } from '#api/accounts/forget-identities.ts'
import { forgetDevices } from '#api/accounts/known-devices.ts'
import { removeSecondFactor } from '#api/accounts/second-factor/factor-rows.ts'
import { forgetAuditPlaces } from '#api/audit/audit-rows.ts'
import { deleteFeed } from '#api/feed/feeds.ts'
import { forgetMorningList } from '#api/mail/morning-list/morning-list-rows.ts'
import { forgetNotices } from '#api/notices/notice-rows.ts'
import { forgetPushDevices } from '#api/notices/push-devices.ts'
import { forgetViewUses } from '#api/reads/jobs/view-uses.ts'
import { rateLimitKeysOf } from '#api/rights/rate-limits.ts'
import { erasedEmail } from '#core/member/member.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const lockEmail = statement('lock-account-email', (p: Parameters<{ userId: string }>) =>
  db.selectFrom('account').select(['email', 'company_id']).where('user_id', '=', p.userId).forUpdate(),
)
const deleteMail = statement('forget-mail', (p: Parameters<{ email: string }>) =>
  db
    .deleteFrom('mail')
    .where((mail) => mail(mail.fn<string>('lower', ['recipient']), '=', mail.fn<string>('lower', [p.email]))),
)
const deleteLinks = statement('forget-password-links', (p: Parameters<{ userId: string }>) =>
  db.deleteFrom('password_link').where('user_id', '=', p.userId),
)
const deleteTokens = statement('forget-refresh-tokens', (p: Parameters<{ userId: string }>) =>
  db
    .deleteFrom('refresh_token')
    .using('session')
    .whereRef('session.session_id', '=', 'refresh_token.session_id')
    .where('user_id', '=', p.userId),
)
const deleteSessions = statement('forget-sessions', (p: Parameters<{ userId: string }>) =>
  db.deleteFrom('session').where('user_id', '=', p.userId),
)
const blankSessions = statement('blank-sessions', (p: Parameters<{ userId: string }>) =>
  db.updateTable('session').set({ device: '', address: '' }).where('user_id', '=', p.userId),
)
const deleteRateLimits = statement('forget-rate-limits', (p: Parameters<{ keys: string[] }>) =>
  db
    .deleteFrom('rate_limit')
    .where(({ exists }) =>
      exists(
        db
          .selectFrom(sql<{ prefix: string }>`unnest(${p.keys}::text[])`.as(sql`forgotten(prefix)`))
          .select('prefix')
          .where(sql<boolean>`starts_with(key, prefix)`),
      ),
    ),
)
const anonymise = statement('anonymise-account', (p: Parameters<{ userId: string; username: string; email: string }>) =>
  db
    .updateTable('account')
    .set({ username: p.username, email: p.email, password_hash: null })
    .where('user_id', '=', p.userId),
)

/**
 * Waits for whatever else changes how a person signs in, and has it wait. A transaction that also appends for that person takes this lock
 * first: an append holds the company's head and their session, and a change of their password, or another link for them, locks the
 * account before the sessions and links.
 */
export const lockAccount = (client: pg.ClientBase, userId: string) => rowsOf(client, lockEmail({ userId }))

/**
 * Permanently erases a person's name, email and every way they can sign in. The account is left with the given username and
 * an undeliverable address. With `mustTellDevices` the sessions stay without their places until each device has asked once more: it
 * hears why it ended, and deletes what it holds. Runs in the caller's transaction, on the sign-in pool.
 */
export async function forgetAccount(
  client: pg.ClientBase,
  { userId, username, mustTellDevices = false }: { userId: string; username: string; mustTellDevices?: boolean },
): Promise<void> {
  const [account] = await lockAccount(client, userId)
  const email = account?.email ?? ''
  await client.query(deleteMail({ email }))
  await client.query(deleteLinks({ userId }))
  await forgetEmailLinks(client, userId)
  if (mustTellDevices) await client.query(blankSessions({ userId }))
  else {
    await client.query(deleteTokens({ userId }))
    await client.query(deleteSessions({ userId }))
  }
  await client.query(deleteRateLimits({ keys: rateLimitKeysOf(email) }))
  await forgetDevices(client, userId)
  await removeSecondFactor(client, userId)
  await forgetIdentities(client, userId)
  if (account) {
    const person = { companyId: account.company_id, userId }
    await forgetAuditPlaces(client, person)
    await forgetViewUses(client, person)
    await forgetMorningList(client, person)
    await forgetPushDevices(client, person)
    await forgetNotices(client, person)
  }
  await deleteFeed(client, userId)
  await client.query(anonymise({ userId, username, email: erasedEmail(userId) }))
}
