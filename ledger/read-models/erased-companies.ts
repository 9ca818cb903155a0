import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'

/** Whether the erasure of a closed company has begun: what was folded of it goes, and is not folded again. */
export const isErased = (companyId: Expression<string>): Expression<SqlBool> =>
  expressionBuilder<Tables, never>().exists(
    db
      .selectFrom('company_closing')
      .select('erased_at')
      .where((closing) => closing('company_closing.company_id', '=', companyId))
      .where('erasing_since', 'is not', null),
  )
