import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'

/**
 * Whether the erasure of a closed company has begun: what was folded of it goes, and is not folded again. The column is named with its
 * table: `company_id` alone would be the closing's own, and one erased company would hide all others.
 */
export const isErased = (companyId: `${string}.company_id`): Expression<SqlBool> =>
  expressionBuilder<Tables, never>().exists(
    db
      .selectFrom('company_closing')
      .select('erased_at')
      .where((closing) => closing('company_closing.company_id', '=', sql.ref<string>(companyId)))
      .where('erasing_since', 'is not', null),
  )
