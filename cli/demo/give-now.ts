import { randomUUID } from 'node:crypto'
import { createCommandContext, executeCommand } from '#api/commands/handle-command.ts'
import type { Command } from '#core/ledger/ledger.ts'
import type { ActorRole } from '#core/model/messages.ts'
import { connect } from '#ledger/database/connect.ts'
import { readHead } from '#ledger/log/read.ts'

/** A command that a member of the company gives now. */
export type GivenNow = { by: string; command: Command }

/**
 * Gives commands one after another at `now` (milliseconds), under the rules of the API and with all that they depend on, which a story
 * does not know. Returns the number of events. Throws if one is refused.
 */
export async function giveNow(
  { databaseUrl, companyId, roles }: { databaseUrl: string; companyId: string; roles: ReadonlyMap<string, ActorRole> },
  now: number,
  given: readonly GivenNow[],
): Promise<number> {
  const pool = connect(databaseUrl, 'fettle_auth', { max: 2 })
  try {
    const head = async () => (await readHead(pool, companyId))?.seq ?? 0
    const before = await head()
    // The projector polls for events even if no bell rings.
    const context = createCommandContext({ pool, bell: { ring: () => undefined }, now: () => new Date(now) })
    for (const { by, command } of given) {
      const stamp = { commandId: randomUUID(), happenedAt: new Date(now).toISOString() }
      const actor = { companyId, userId: by, role: roles.get(by) ?? ('team' as const) }
      const outcome = await executeCommand(context, stamp, command, actor)
      if (outcome.status === 'refused') throw new Error(`${command.type} was refused: ${outcome.error}`)
    }
    return (await head()) - before
  } finally {
    await pool.end()
  }
}
