import { v7 as uuid } from 'uuid'
import type { CommandType } from '#core/ledger/ledger.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { CallFailure } from '#web/client/request.ts'

/** Sends a command of the company. Throws {@link CallFailure} if the server refuses. */
export async function setCompany(type: CommandType, data: object): Promise<void> {
  const command = { commandId: uuid(), happenedAt: new Date().toISOString(), type, data }
  const { results } = await call<CommandsAnswer>(paths.commands, { body: { commands: [command] } })
  const [result] = results
  if (result?.status === 'refused') throw new CallFailure(409, result.code ?? 'refused', result.error, result.field)
}
