import type pg from 'pg'
import { forgetAccount } from '#api/auth/accounts/forget-account.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const nextAccount = statement('closing-next-account', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('account').select('user_id').where('company_id', '=', p.companyId).limit(1),
)
const deleteAccount = statement('closing-delete-account', (p: Parameters<{ userId: string }>) =>
  db.deleteFrom('account').where('user_id', '=', p.userId),
)

/**
 * Erases one person of a company with every way to sign in; returns how many, 0 at the end. Their sessions stay, without names and
 * places, until each device has heard why they ended, or they expire. In the caller's transaction, on the sign-in pool.
 */
export async function eraseNextPerson(client: pg.ClientBase, companyId: string): Promise<number> {
  const [account] = await rowsOf(client, nextAccount({ companyId }))
  if (!account) return 0
  const userId = account.user_id
  await forgetAccount(client, { userId, username: '', mustTellDevices: true })
  await client.query(deleteAccount({ userId }))
  return 1
}
