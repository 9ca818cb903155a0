import { v5 as idFrom } from 'uuid'
import type { Actor } from '#api/commands/decide-and-append.ts'
import { type CommandContext, type Envelope, parseCommand, settled, stampOf } from '#api/commands/handle-command.ts'
import { leaving } from '#core/views/leaving.ts'
import type { SaveView } from '#core/views/messages.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import { executeTogether } from './execute-together.ts'

const namespace = '3d0f6a54-0a3e-4c0b-9c0e-8f1d5b7a2c61'

/** The command in an envelope, if it moves a view from one list to another. */
export function movedViewIn(envelope: Pick<Envelope, 'type' | 'data'>): SaveView | undefined {
  const command = envelope.type === 'SaveView' ? parseCommand(envelope) : undefined
  return command && 'type' in command && command.type === 'SaveView' && leaving(command) ? command : undefined
}

/**
 * Saves a view in one list and deletes it in another: both, or neither. The lists have streams of their own, and the result's `seq`
 * includes both. Throws database errors.
 */
export async function moveView(
  context: CommandContext,
  { commandId, happenedAt, attempt }: Envelope,
  command: SaveView,
  actor: Actor,
): Promise<CommandResult> {
  const stamp = { commandId, happenedAt, ...(attempt === undefined ? {} : { attempt }) }
  const leave = leaving(command)
  const both = [
    { ...stamp, command },
    ...(leave ? [{ ...stamp, commandId: idFrom(commandId, namespace), command: leave }] : []),
  ]
  const done = await executeTogether(context, actor, both)
  if ('refused' in done)
    return { commandId, ...(await settled(context, stampOf(stamp, context.now()), command, actor, done.refused)) }
  const seqs = done.accepted.flatMap(({ seq = 0 }) => seq)
  return { commandId, status: 'accepted', ...done.accepted[0], seq: Math.max(...seqs) }
}
