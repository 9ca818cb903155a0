import type { RecurringCommand } from '#core/recurring/messages.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { waitForRecurring } from '#web/sync/reads/recurring/recurring-reads.ts'

/** Why a change of recurring work was refused, and the field at fault. */
export type Fault = { field?: string | undefined; error: string; code?: string | undefined }

/** Sends up to a hundred commands on recurring work in one request. Returns the refusal of each, in their order. */
export async function sendRecurring(
  commands: readonly (RecurringCommand & { commandId: string })[],
): Promise<(Fault | undefined)[]> {
  const happenedAt = new Date().toISOString()
  const { results } = await call<CommandsAnswer>(paths.commands, {
    body: { commands: commands.map((one) => ({ happenedAt, ...one })) },
  })
  waitForRecurring(Math.max(0, ...results.map((one) => one.seq ?? 0)))
  return results.map(({ status, field, error, code }) =>
    status === 'refused' ? { field, code, error: error ?? 'This was refused.' } : undefined,
  )
}
