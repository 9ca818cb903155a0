import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const accounts = statement('accounts', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('account').select(['user_id', 'username', 'email']).where('company_id', '=', p.companyId),
)

/** The company's accounts: how its people sign in. Responses name them as peopleQueries has them. */
export const accountsQuery = (companyId: string) => accounts({ companyId })
