import type pg from 'pg'
import type * as z from 'zod/mini'
import { firstFault } from '#api/http/errors.ts'
import { takeTurns } from '#api/http/in-turn.ts'
import {
  type Command,
  type CommandType,
  type commandEnvelope,
  commands,
  decide,
  internalCommands,
  takesListId,
  target,
} from '#core/ledger/ledger.ts'
import type { ActorRole } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import type { CommandResult } from '#core/wire/wire.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { append, type LogPosition, requestDigest } from '#ledger/log/append.ts'
import { isSameRequest, readCommandOutcome } from '#ledger/log/command-outcome.ts'
import { readStream } from '#ledger/log/read.ts'
import { readFacts } from './facts.ts'

/** What taking commands needs of the process. */
export type Door = { pool: pg.Pool; bell: Pick<Bell, 'ring'>; now(): Date; inTurn: ReturnType<typeof takeTurns> }
export const openDoor = (parts: Omit<Door, 'inTurn'>): Door => ({ ...parts, inTurn: takeTurns() })

/** Who gives a command. */
export type Giver = { userId: string; role: ActorRole; companyId: string }

/** The code of a refusal because the command's id belongs to another command. */
export const reusedId = 'command-id-reused'

type Given = z.infer<typeof commandEnvelope>
type Settled = Omit<CommandResult, 'commandId'>

/** Decides again this often when others change the same stream meanwhile. */
const mostTries = 5

/** Takes one command as it came over the network: accepted, or refused with a reason. Throws when the database does. */
export async function handle(door: Door, given: Given, giver: Giver): Promise<CommandResult> {
  const parsed = parse(given)
  const settled = 'status' in parsed ? parsed : await take(door, given, parsed, giver)
  return { commandId: given.commandId, ...settled }
}

/** Takes one command that is known to be well-formed; also those that only the server gives. */
export async function take(
  door: Door,
  { commandId, happenedAt }: Pick<Given, 'commandId' | 'happenedAt'>,
  command: Command,
  giver: Giver,
): Promise<Settled> {
  const time = believable(happenedAt, door.now())
  const settled = await door.inTurn(giver.companyId, () => settle(door, { commandId, ...time }, command, giver))
  if (settled.status === 'accepted') door.bell.ring('fettle_appended', [giver.companyId])
  return settled
}

type Timed = { commandId: string; happenedAt: string; clock: 'device' | 'server' }

async function settle(door: Door, timed: Timed, command: Command, giver: Giver): Promise<Settled> {
  const { pool } = door
  const { userId: actorId, role: actorRole, companyId } = giver
  const { commandId } = timed
  const { stream, streamId } = target(command)
  const request = requestDigest({ ...command, actorId })
  for (let tries = 0; tries < mostTries; tries++) {
    const { facts, restsOn } = await readFacts(pool, companyId, command, door.now())
    // A job that is created is new, as a rule; where it is not, the append finds a conflict and it is read.
    const isNew = command.type === 'CreateJob' && tries === 0
    const history = isNew ? [] : await readStream(pool, companyId, streamId)
    if (history[0] ? history[0].stream !== stream : takesListId(command)) return refused.taken
    const decided = decide(history, command, { actorId, actorRole, companyId, at: timed.happenedAt, facts })
    if (isRefusal(decided)) {
      // A retry of a command that was taken meets the state that it led to, which may well refuse it.
      const first = await readCommandOutcome(pool, companyId, commandId)
      if (first) return isSameRequest(first, request) ? accepted(streamId, first) : refused.reused
      const { refused: code, error, field } = decided
      return { status: 'refused', code, error, ...(field ? { field } : {}) }
    }
    const appended = await append(pool, {
      companyId,
      ...timed,
      request,
      stream,
      streamId,
      expectedVersion: history.at(-1)?.version ?? 0,
      actorId,
      actorRole,
      events: decided,
      ...(restsOn ? { restsOn } : {}),
    })
    if (appended.outcome === 'different') return refused.reused
    if (appended.outcome !== 'conflict') return accepted(streamId, appended)
  }
  return refused.conflict
}

const accepted = (streamId: string, { seq, version, number }: LogPosition): Settled => ({
  status: 'accepted',
  seq,
  streamId,
  version,
  ...(number === undefined ? {} : { number }),
})

/** Refusals that no rule of the domain gives. */
const refused = {
  unknown: { status: 'refused', code: 'unknown-command', error: 'There is no such command.' },
  conflict: { status: 'refused', code: 'conflict', error: 'Failed to update job. Please try again.' },
  taken: { status: 'refused', code: 'id-taken', error: 'This id is the name of something else.' },
  reused: { status: 'refused', code: reusedId, error: 'This command id was used before for something else.' },
} as const satisfies Record<string, Settled>

function parse({ type, data }: Given): Command | Settled {
  if (!isCommandType(type) || internalCommands.includes(type)) return refused.unknown
  const parsed = commands[type].safeParse(data)
  // The schema that was found by the type is the one of the command of that type.
  return parsed.success ? ({ type, data: parsed.data } as Command) : { status: 'refused', ...firstFault(parsed.error) }
}

const isCommandType = (type: string): type is CommandType => Object.hasOwn(commands, type)

const minute = 60_000
const day = 1_440 * minute

/** The device's clock where it can be right: at most five minutes ahead of ours and ninety days behind. */
function believable(happenedAt: string, now: Date): Pick<Timed, 'happenedAt' | 'clock'> {
  const ahead = Date.parse(happenedAt) - now.getTime()
  return ahead <= 5 * minute && ahead >= -90 * day
    ? { happenedAt, clock: 'device' }
    : { happenedAt: now.toISOString(), clock: 'server' }
}
