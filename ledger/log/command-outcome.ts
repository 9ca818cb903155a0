import { sql } from 'kysely'
import type pg from 'pg'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** How a command ended, and the digest of its request; see requestDigest in append.ts. */
export type CommandOutcome = { request: Buffer; seq: number; version: number; number?: number }

/** Whether a retry is the same command as the first one. If its texts were erased no digest is kept, and the id decides alone. */
export const isSameRequest = (first: CommandOutcome, request: Buffer) =>
  first.request.length === 0 || first.request.equals(request)

/** The outcome of the command that was accepted under this id; undefined if there was none. */
export async function readCommandOutcome(
  pool: pg.Pool,
  companyId: string,
  commandId: string,
): Promise<CommandOutcome | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [commandOutcome({ companyId, commandId })])
  const row = rows[0]
  if (!row) return undefined
  const { request, seq, version, number } = row
  return { request, seq, version, ...(number === null ? {} : { number }) }
}

const commandOutcome = statement('command-outcome', (p: Parameters<{ companyId: string; commandId: string }>) => {
  const appended = db
    .selectFrom('event')
    .select((event) => [
      'request',
      'seq',
      'version',
      event.fn.max<number | null>('number').over().as('number'),
      'ordinal',
    ])
    .where('company_id', '=', p.companyId)
    .where('command_id', '=', p.commandId)
  const settled = db
    .selectFrom('settled_command')
    .select([
      'request',
      'seq',
      'version',
      sql<number | null>`null::bigint`.as('number'),
      sql<number>`0::smallint`.as('ordinal'),
    ])
    .where('company_id', '=', p.companyId)
    .where('command_id', '=', p.commandId)
  return db
    .selectFrom(appended.unionAll(settled).as('accepted'))
    .select(['request', 'seq', 'version', 'number'])
    .orderBy('ordinal', 'desc')
    .limit(1)
})
