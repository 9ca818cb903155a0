import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'

/** Rows of a projection that say when something falls due, as an instant in their JSON. */
export type DueRows = { projection: string; time: RawBuilder<string> }

/** The companies that are looked at in one go. */
export const mostCompanies = 100

/**
 * The rows that readers see, of all companies; an index has them by their time. Those of closed companies stay out: nothing is done
 * in them, and many would leave no room for others.
 */
export const dueRows = ({ projection, time }: DueRows) =>
  db
    .selectFrom('document')
    .where('document.projection', '=', sql.lit(projection))
    .where(time, 'is not', null)
    .where(({ exists, not }: ExpressionBuilder<Tables, 'document'>) => {
      const live = db
        .selectFrom('checkpoint')
        .select('checkpoint.generation')
        .whereRef('checkpoint.company_id', '=', sql.ref('document.company_id'))
        .where('checkpoint.projection', '=', sql.lit(projection))
        .whereRef('checkpoint.generation', '=', sql.ref('document.generation'))
        .where('checkpoint.status', 'in', ['live', 'parked'])
      const closed = db
        .selectFrom('company_closing')
        .select('company_closing.company_id')
        .whereRef('company_closing.company_id', '=', sql.ref('document.company_id'))
      return exists(live).and(not(exists(closed)))
    })
