import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const accounts = statement('accounts', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('account').select(['user_id', 'username', 'email']).where('company_id', '=', p.companyId),
)

/** The company's accounts, few enough to fetch with every response that names people. */
export const accountsQuery = (companyId: string) => accounts({ companyId })

type AccountRow = { user_id: string; username: string }

/** The usernames of exactly these people, by user id. */
export function usernamesOf(
  accounts: readonly AccountRow[],
  ids: Iterable<string | undefined>,
): Record<string, string> {
  const uniqueIds = new Set(ids)
  return Object.fromEntries(
    accounts.filter((one) => uniqueIds.has(one.user_id)).map((one) => [one.user_id, one.username]),
  )
}
