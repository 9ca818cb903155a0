import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const accounts = statement('accounts', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('account').select(['user_id', 'username', 'email']).where('company_id', '=', p.companyId),
)

/** The company's accounts: so few that they are fetched together with the answer that names them. */
export const accountsQuery = (companyId: string) => accounts({ companyId })

type AccountRow = { user_id: string; username: string }

/** The usernames of the people with these ids, by id, and of nobody else. */
export function usernamesOf(
  accounts: readonly AccountRow[],
  ids: Iterable<string | undefined>,
): Record<string, string> {
  const uniqueIds = new Set(ids)
  return Object.fromEntries(
    accounts.filter((one) => uniqueIds.has(one.user_id)).map((one) => [one.user_id, one.username]),
  )
}
