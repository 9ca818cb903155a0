import type { Command } from '#core/ledger/ledger.ts'

/** What the commands of a story are about: the values of these fields, wherever a command has them. */
export type Aim = Readonly<Record<string, unknown>>

/** The command with the aim's values in place of its own. */
export function aimed(command: Command, aim: Aim): Command {
  const fields = Object.entries(aim).filter(([name]) => Object.hasOwn(command.data, name))
  return Object.assign({}, command, { data: Object.assign({}, command.data, Object.fromEntries(fields)) })
}
