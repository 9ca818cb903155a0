import type pg from 'pg'
import { readInCompany } from '#ledger/database/connect.ts'

/** How a command ended that was taken under an id, and the digest that tells whether it is the same one. */
export type CommandOutcome = { request: Buffer; seq: number; version: number; number?: number }

/** Whether a command is the one that was taken. Of one whose texts were erased no digest is kept: it is told by its id alone. */
export const isSameRequest = (first: CommandOutcome, request: Buffer) =>
  first.request.length === 0 || first.request.equals(request)

/** The outcome of the command that was taken under this id; undefined when there was none. */
export async function readCommandOutcome(
  pool: pg.Pool,
  companyId: string,
  commandId: string,
): Promise<CommandOutcome | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'first-outcome',
      text: `
        select request, seq, version, number from (
          select request, seq, version, max(number) over () number, ordinal from event
          where company_id = $1 and command_id = $2
          union all
          select request, seq, version, null, 0 from settled_command where company_id = $1 and command_id = $2
        ) taken order by ordinal desc limit 1`,
      values: [companyId, commandId],
    },
  ])
  const row = rows[0]
  if (!row) return undefined
  const { request, seq, version, number } = row
  return { request, seq, version, ...(number === null ? {} : { number }) }
}
