import type pg from 'pg'
import type { SecondFactorRule } from '#core/company/second-factor-rule.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Client = pg.Pool | pg.ClientBase
type Company = { companyId: string }

const ruleOf = statement('second-factor-rule', (p: Parameters<Company>) =>
  db.selectFrom('second_factor_rule').select('required_for').where('company_id', '=', p.companyId),
)

/** Whom a company requires to have a second factor; for the sign-in pool. */
export async function readRule(pool: Client, companyId: string): Promise<SecondFactorRule> {
  const [row] = await rowsOf(pool, ruleOf({ companyId }))
  return row?.required_for ?? 'nobody'
}

const upsertRule = statement(
  'put-second-factor-rule',
  (p: Parameters<Company & { requiredFor: Exclude<SecondFactorRule, 'nobody'> }>) =>
    db
      .insertInto('second_factor_rule')
      .values({ company_id: p.companyId, required_for: p.requiredFor })
      .onConflict((conflict) =>
        conflict.column('company_id').doUpdateSet((row) => ({ required_for: row.ref('excluded.required_for') })),
      ),
)
const deleteRule = statement('delete-second-factor-rule', (p: Parameters<Company>) =>
  db.deleteFrom('second_factor_rule').where('company_id', '=', p.companyId),
)

/** Keeps a company's rule, in the transaction of the event that says so. */
export async function putRule(client: pg.ClientBase, companyId: string, rule: SecondFactorRule): Promise<void> {
  await client.query(rule === 'nobody' ? deleteRule({ companyId }) : upsertRule({ companyId, requiredFor: rule }))
}

const lockPerson = statement('lock-second-factor', (p: Parameters<{ userId: string }>) =>
  db.selectFrom('account').select('user_id').where('user_id', '=', p.userId).forNoKeyUpdate(),
)

/** Lets nobody else add a rule that rests on a person's second factor, or remove it, until the transaction ends. */
export async function lockSecondFactor(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query(lockPerson({ userId }))
}

const officeFactors = statement('second-factors-of-people', (p: Parameters<{ userIds: readonly string[] }>) =>
  db
    .selectFrom('account')
    .select((of) => [
      'user_id',
      'username',
      of
        .or([
          of.exists(
            of.selectFrom('authenticator').select('user_id').whereRef('authenticator.user_id', '=', 'account.user_id'),
          ),
          of.exists(of.selectFrom('passkey').select('passkey_id').whereRef('passkey.user_id', '=', 'account.user_id')),
        ])
        .$castTo<boolean>()
        .as('has_factor'),
    ])
    .where((account) => account('user_id', '=', account.fn.any(p.userIds)))
    .orderBy('username'),
)

/** The names of those people who have no second factor; for the sign-in pool. */
export async function namesWithoutFactor(pool: Client, userIds: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(pool, officeFactors({ userIds }))
  return rows.flatMap((one) => (one.has_factor ? [] : [one.username]))
}
