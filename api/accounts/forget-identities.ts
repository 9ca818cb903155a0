import type pg from 'pg'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const deleteIdentities = statement('forget-identities', (p: Parameters<{ userId: string }>) =>
  db.deleteFrom('external_identity').where('user_id', '=', p.userId),
)

/** Unlinks a person from every provider; the next identity with their verified email is linked instead. */
export async function forgetIdentities(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query(deleteIdentities({ userId }))
}
