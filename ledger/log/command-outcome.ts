import { sql } from 'kysely'
import type pg from 'pg'
import { inCompany, readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
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
  return rows[0] && outcomeIn(rows[0])
}

/** The same, and the last attempt that was refused; 0 if none was. In one round trip. */
export async function readSettlement(
  pool: pg.Pool,
  companyId: string,
  commandId: string,
): Promise<{ first: CommandOutcome | undefined; refusedAttempt: number }> {
  const id = { companyId, commandId }
  const [{ rows }, { rows: refused }] = await readInCompany(pool, companyId, [commandOutcome(id), refusedAttempt(id)])
  return { first: rows[0] && outcomeIn(rows[0]), refusedAttempt: refused[0]?.attempt ?? 0 }
}

/**
 * Records that this attempt of a command was refused, and those before it: from the commit on `append` refuses them. Unless the command
 * was accepted before: then nothing is recorded, and its outcome returned. Throws database errors.
 */
export async function refuseCommand(
  pool: pg.Pool,
  companyId: string,
  commandId: string,
  attempt: number,
): Promise<CommandOutcome | undefined> {
  const [row] = await inCompany(pool, companyId, (client) =>
    rowsOf(client, recordRefusal({ companyId, commandId, attempt })),
  )
  return row?.holds ? undefined : readCommandOutcome(pool, companyId, commandId)
}

type OutcomeRow = Omit<CommandOutcome, 'number'> & { number: number | null }

const outcomeIn = ({ request, seq, version, number }: OutcomeRow): CommandOutcome => ({
  ...{ request, seq, version },
  ...(number === null ? {} : { number }),
})

const recordRefusal = statement(
  'refuse-command',
  (p: Parameters<{ companyId: string; commandId: string; attempt: number }>) =>
    db.selectNoFrom((query) => query.fn<boolean>('refuse_command', [p.companyId, p.commandId, p.attempt]).as('holds')),
)

const refusedAttempt = statement('refused-attempt', (p: Parameters<{ companyId: string; commandId: string }>) =>
  db
    .selectFrom('refused_command')
    .select('attempt')
    .where('company_id', '=', p.companyId)
    .where('command_id', '=', p.commandId),
)

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
