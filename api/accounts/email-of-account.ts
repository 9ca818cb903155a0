import { sql } from 'kysely'
import type pg from 'pg'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const openUndo = statement('open-undo', (p: Parameters<{ email: string }>) =>
  db
    .selectFrom('email_link')
    .select('user_id')
    .where('purpose', '=', 'undo')
    .where((link) => link(link.fn<string>('lower', ['email']), '=', link.fn<string>('lower', [p.email])))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`),
)

/** Whether an email is kept for somebody who may still take back the change of it. */
export async function isKeptForUndo(client: pg.ClientBase, email: string): Promise<boolean> {
  return (await rowsOf(client, openUndo({ email }))).length > 0
}

const lockAccount = statement('lock-for-email', (p: Parameters<{ userId: string }>) =>
  db.selectFrom('account').select(['email', 'email_verified_at']).where('user_id', '=', p.userId).forUpdate(),
)

export type CurrentEmail = { email: string; isVerified: boolean }

/**
 * A person's email now, locked until the end of the transaction. Whatever also changes their links or sessions takes this lock before
 * those, so that no two such changes wait for each other.
 */
export async function lockEmail(client: pg.ClientBase, userId: string): Promise<CurrentEmail | undefined> {
  const [row] = await rowsOf(client, lockAccount({ userId }))
  return row && { email: row.email, isVerified: row.email_verified_at !== null }
}

const replaceEmail = statement('replace-email', (p: Parameters<{ userId: string; email: string }>) =>
  db
    .updateTable('account')
    .set({ email: p.email, email_verified_at: sql<string>`now()` })
    .where('user_id', '=', p.userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account as other')
            .select('other.user_id')
            .where((other) =>
              other(other.fn<string>('lower', ['other.email']), '=', other.fn<string>('lower', [p.email])),
            )
            .where('other.user_id', '!=', p.userId),
        ),
      ),
    ),
)

/** Gives an account another email, which its person has shown to be theirs; false if another account has it. */
export async function setEmail(client: pg.ClientBase, { userId, email }: { userId: string; email: string }) {
  const { rowCount } = await client.query(replaceEmail({ userId, email }))
  return rowCount === 1
}

const removePassword = statement('remove-password', (p: Parameters<{ userId: string }>) =>
  db.updateTable('account').set({ password_hash: null }).where('user_id', '=', p.userId),
)

/** Leaves an account without a password: nobody can sign in to it until a mailed link sets one. */
export async function clearPassword(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query(removePassword({ userId }))
}
