import type pg from 'pg'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Person = { userId: string }

const checksOf = statement('extra-checks', (p: Parameters<Person>) =>
  db.selectFrom('account').select(['asks_again', 'password_set_at']).where('user_id', '=', p.userId),
)

/**
 * Whether a person wants to be asked again before big changes, undefined if they have not said; and when their password was set, if
 * that is known. For the sign-in pool.
 */
export async function readExtraChecks(
  pool: pg.Pool,
  userId: string,
): Promise<{ asksAgain: boolean | undefined; passwordSetAt: string | undefined }> {
  const [row] = await rowsOf(pool, checksOf({ userId }))
  return { asksAgain: row?.asks_again ?? undefined, passwordSetAt: row?.password_set_at ?? undefined }
}

const updateChecks = statement('set-extra-checks', (p: Parameters<Person & { asksAgain: boolean }>) =>
  db.updateTable('account').set({ asks_again: p.asksAgain }).where('user_id', '=', p.userId),
)

/** Notes whether a person wants to be asked again before big changes. */
export async function setExtraChecks(pool: pg.Pool | pg.ClientBase, userId: string, asksAgain: boolean): Promise<void> {
  await pool.query(updateChecks({ userId, asksAgain }))
}
