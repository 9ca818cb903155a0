import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Purpose } from '#api/accounts/password-links.ts'
import type { BellChannel } from '#ledger/database/bell.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** News of an account. */
export type NewsKind =
  | 'many-failures'
  | 'already-registered'
  | 'new-device'
  | 'password-changed'
  | 'second-factor-added'
  | 'second-factor-removed'
  | 'recovery-code-used'
  | 'wrong-codes'
  | 'passkey-added'
  | 'passkey-removed'
/** Mails with a link that sets a password, or confirms, changes or restores an email; news of an account; the list of deadlines; the daily email of news; that a webhook turned off; and invoices. */
export type MailKind =
  | Purpose
  | 'verification'
  | 'email-change'
  | 'email-changed'
  | 'account-closed'
  | 'company-closed'
  | 'company-ending'
  | 'tenant-link'
  | 'report-link'
  | 'morning-list'
  | 'daily-email'
  | 'webhook-off'
  | 'invoice'
  | NewsKind

/** A mail to be sent. `mailId` is also the id of the link in it, or of the session that it tells of. */
export type Mail = { mailId: string; kind: MailKind; recipient: string; createdAt: Date; tries: number }

/** Notifies the senders when it commits. A notification makes commits wait for each other, which so few of them may. */
const insertMail = statement('add-mail', (p: Parameters<Pick<Mail, 'mailId' | 'kind' | 'recipient'>>) =>
  db
    .with('added', (mail) =>
      mail.insertInto('mail').values({ mail_id: p.mailId, kind: p.kind, recipient: p.recipient }).returning('mail_id'),
    )
    .selectFrom('added')
    .select(({ fn, val }) => fn('pg_notify', [val(mailQueued), val('')]).as('notified')),
)
const mailQueued: BellChannel = 'fettle_mail'

/** Queues a mail, in the caller's transaction if given one, and wakes its senders. */
export async function addMail(
  client: pg.Pool | pg.ClientBase,
  { mailId, kind, recipient }: Pick<Mail, 'mailId' | 'kind' | 'recipient'>,
): Promise<void> {
  await client.query(insertMail({ mailId, kind, recipient }))
}

/** A mail is not claimed again while it is being sent, unless its sender has died. */
const leaseSeconds = 120

const inSeconds = (seconds: number | RawBuilder<number>) => sql<string>`now() + make_interval(secs => ${seconds})`

const claimDue = statement('take-mail', () =>
  db
    .updateTable('mail')
    .set((mail) => ({ tries: mail('tries', '+', 1), due_at: inSeconds(leaseSeconds) }))
    .where('mail_id', '=', (mail) =>
      mail
        .selectFrom('mail')
        .select('mail_id')
        .where('due_at', '<=', sql<string>`now()`)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['mail_id', 'kind', 'recipient', 'created_at', 'tries']),
)

/** Claims the mail that has been due longest; undefined if none is. Concurrent callers get different ones. */
export async function claimMail(pool: pg.Pool): Promise<Mail | undefined> {
  const [row] = await rowsOf(pool, claimDue({}))
  if (!row) return undefined
  const { mail_id: mailId, kind, recipient, created_at: createdAt, tries } = row
  return { mailId, kind, recipient, createdAt: new Date(createdAt), tries }
}

const lockOne = statement('lock-mail', (p: Parameters<{ mailId: string }>) =>
  db.selectFrom('mail').select('mail_id').where('mail_id', '=', p.mailId).forUpdate(),
)

/** Locks a mail until the end of the transaction; false if it has been withdrawn. */
export async function lockMail(client: pg.ClientBase, { mailId }: Pick<Mail, 'mailId'>): Promise<boolean> {
  const { rowCount } = await client.query(lockOne({ mailId }))
  return rowCount === 1
}

const postpone = statement('postpone-mail', (p: Parameters<{ mailId: string; seconds: number }>) =>
  db
    .updateTable('mail')
    .set({ due_at: inSeconds(p.seconds) })
    .where('mail_id', '=', p.mailId),
)

/** Puts back a mail that could not be sent, with exponential backoff up to ten minutes. Returns the seconds until it is due again. */
export async function rescheduleMail(pool: pg.Pool, { mailId, tries }: Mail): Promise<number> {
  const seconds = Math.min(2 ** Math.min(tries, 20), 600)
  await pool.query(postpone({ mailId, seconds }))
  return seconds
}

const deleteOne = statement('delete-mail', (p: Parameters<{ mailId: string }>) =>
  db.deleteFrom('mail').where('mail_id', '=', p.mailId),
)

const deleteClaimed = statement('give-up-mail', (p: Parameters<Pick<Mail, 'mailId' | 'tries'>>) =>
  db.deleteFrom('mail').where('mail_id', '=', p.mailId).where('tries', '=', p.tries),
)

/** Takes a mail out of the queue that could not be sent; false if it was withdrawn, or is another process's by now. */
export async function giveUpMail(client: pg.Pool | pg.ClientBase, { mailId, tries }: Mail): Promise<boolean> {
  const { rowCount } = await client.query(deleteClaimed({ mailId, tries }))
  return rowCount === 1
}

/** Deletes a mail that was sent, or that nobody is to get. */
export async function deleteMail(pool: pg.Pool, { mailId }: Pick<Mail, 'mailId'>): Promise<void> {
  await pool.query(deleteOne({ mailId }))
}
