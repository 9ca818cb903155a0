import type { Actor } from '#api/commands/decide-and-append.ts'
import { type CommandContext, handleCommand } from '#api/commands/handle-command.ts'
import type { ImportRun } from '#api/imports/rows/import-file.ts'
import { readInCompany } from '#ledger/database/connect.ts'

/** An import's way into the ledger: the same context as everyone's, for the person who imports. */
export function intoLedger(context: CommandContext, actor: Actor): Pick<ImportRun, 'known' | 'give'> {
  return {
    known: async (jobIds) => {
      const [{ rows }] = await readInCompany(context.pool, actor.companyId, [
        {
          text: `
            select stream_id, number, recorded_at, data ->> 'createdAt' as created_at from event
            where company_id = $1 and stream_id = any($2) and version = 1`,
          values: [actor.companyId, jobIds],
        },
      ])
      return new Map(
        rows.map((row) => [
          String(row.stream_id),
          { createdAt: String(row.created_at), number: Number(row.number), recordedAt: String(row.recorded_at) },
        ]),
      )
    },
    give: async (command) => {
      const given = await handleCommand(context, { ...command, happenedAt: context.now().toISOString() }, actor)
      const { status, number, error = '', code } = given
      if (status === 'refused') return { status, error, ...(code ? { code } : {}) }
      return number === undefined ? { status } : { status, number }
    },
  }
}
