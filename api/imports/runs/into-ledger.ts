import { sql } from 'kysely'
import type { Actor } from '#api/commands/decide-and-append.ts'
import { type CommandContext, handleCommand } from '#api/commands/handle-command.ts'
import type { ImportRun } from '#api/imports/rows/import-file.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** Lets an import read and send commands as the person who imports. */
export function intoLedger(context: CommandContext, actor: Actor): Pick<ImportRun, 'known' | 'send'> {
  const ofPast = withoutPhotoRule(context)
  return {
    known: async (jobIds) => {
      const [{ rows }] = await readInCompany(context.pool, actor.companyId, [
        readCreated({ companyId: actor.companyId, jobIds }),
      ])
      return new Map(
        rows.map((row) => [
          row.stream_id,
          { createdAt: row.created_at, number: Number(row.number), recordedAt: row.recorded_at },
        ]),
      )
    },
    send: async (command) => {
      const result = await handleCommand(ofPast, { ...command, happenedAt: context.now().toISOString() }, actor)
      const { status, number, error = '', code } = result
      if (status === 'refused') return { status, error, ...(code ? { code } : {}) }
      return number === undefined ? { status } : { status, number }
    },
  }
}

/** Work that was done before it was imported needs no photos. */
const withoutPhotoRule = (context: CommandContext): CommandContext => ({
  ...context,
  log: {
    ...context.log,
    facts: async (...of) => {
      const { facts, ...rest } = await context.log.facts(...of)
      return { ...rest, facts: { ...facts, photosNeeded: false } }
    },
  },
})

const readCreated = statement('import-created', (p: Parameters<{ companyId: string; jobIds: readonly string[] }>) =>
  db
    .selectFrom('event')
    .select((event) => [
      'stream_id',
      'number',
      'recorded_at',
      sql<string>`${event.ref('data')} ->> 'createdAt'`.as('created_at'),
    ])
    .where('company_id', '=', p.companyId)
    .where((event) => event('stream_id', '=', event.fn.any(p.jobIds)))
    .where('version', '=', 1),
)
