import type { QueryClient } from '@tanstack/react-query'
import { v7 as uuid } from 'uuid'
import type { SiteCommand } from '#core/site/messages.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { CallFailure } from '#web/client/request.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { waitForSite } from '#web/sync/reads/sites/site-reads.ts'

/**
 * Changes a site on the server, which alone knows the names of all sites, and has what is shown of sites read again. Throws
 * {@link CallFailure} with the field at fault if the server refuses. With `keepalive` it is sent although the page is left.
 */
export async function saveSite(queries: QueryClient, command: SiteCommand, { keepalive = false } = {}): Promise<void> {
  const stamp = { commandId: uuid(), happenedAt: new Date().toISOString() }
  const { results } = await call<CommandsAnswer>(paths.commands, {
    body: { commands: [{ ...stamp, ...command }] },
    keepalive,
  })
  const [result] = results
  if (result?.status === 'refused') throw new CallFailure(409, result.code ?? 'refused', result.error, result.field)
  waitForSite(result?.seq ?? 0)
  await queries.invalidateQueries({ queryKey: keys.sites })
}
