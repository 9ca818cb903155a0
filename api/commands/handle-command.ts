import type pg from 'pg'
import type * as z from 'zod/mini'
import { type CompanyQueue, createCompanyQueue } from '#api/http/company-queue.ts'
import { firstFault } from '#api/http/errors.ts'
import { lastValueChange } from '#core/history/value-conflict.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { clashesOf } from '#core/job/overlaps/booking-clashes.ts'
import { isSetting } from '#core/job/seen-values.ts'
import { lastTaskChange } from '#core/job/task-conflict.ts'
import {
  type Command,
  type CommandType,
  type commandEnvelope,
  commands,
  type Facts,
  internalCommands,
  isJobCommand,
  isJobEvent,
  type StoredEvent,
  takesListId,
  target,
} from '#core/ledger/ledger.ts'
import { type Audience, audienceOf } from '#core/model/access.ts'
import { isRefusal, type Refusal, type RefusalCode } from '#core/model/refusals.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import type { Bell } from '#ledger/database/bell.ts'
import type { LogPosition } from '#ledger/log/append.ts'
import { type CommandOutcome, isSameRequest } from '#ledger/log/command-outcome.ts'
import { type BatchLog, type CommandLog, commandLog } from './command-log.ts'
import {
  type Actor,
  AppendConflict,
  decideAppend,
  RefusedBefore,
  requestOf,
  retryOnConflict,
  type Stamp,
} from './decide-and-append.ts'
import { isOfTask, type RememberedStreams, refuseAsRemembered, taskConflictCodes } from './refuse-as-remembered.ts'

/** What handling a command needs from this process; with `remembered`, some refusals need not read their stream. */
export type CommandHandling = {
  log: CommandLog
  bell: Pick<Bell, 'ring'>
  now(): Date
  companyQueue: CompanyQueue
  remembered?: RememberedStreams
}
/** The same on a database. */
export type CommandContext = CommandHandling & { pool: pg.Pool; log: BatchLog }
export const createCommandContext = (parts: Pick<CommandContext, 'pool' | 'bell' | 'now'>): CommandContext => ({
  ...parts,
  log: commandLog(parts.pool),
  companyQueue: createCompanyQueue(),
})

/** The refusal code of a command whose id belongs to another command. */
export const reusedId = 'command-id-reused'

export type Envelope = z.infer<typeof commandEnvelope>
export type Outcome = Omit<CommandResult, 'commandId'>

/** Handles one command from the network: accepted, or refused with a reason. Throws database errors. */
export async function handleCommand(
  context: CommandHandling,
  envelope: Envelope,
  actor: Actor,
): Promise<CommandResult> {
  const { commandId } = envelope
  const parsed = parseCommand(envelope)
  if (!('status' in parsed)) return { commandId, ...(await executeCommand(context, envelope, parsed, actor)) }
  const { companyId, userId } = actor
  // Another release may be able to read it, and may have accepted it.
  const first = await context.companyQueue(companyId, () => acceptedBefore(context, envelope, companyId))
  if (!first || !isCopyOf(first, envelope, userId)) return { commandId, ...parsed }
  const { request: _, ...position } = first
  return { commandId, status: 'accepted', ...position }
}

/** Whether what this release cannot read is the command that another one accepted. */
function isCopyOf(first: CommandOutcome, unread: Envelope, userId: string | undefined): boolean {
  try {
    return isSameRequest(first, requestOf(unread, userId))
  } catch {
    // What has no digest, such as a number beyond all limits, was accepted by none.
    return false
  }
}

/** Handles one valid command, including those that only the server may issue. */
export async function executeCommand(
  context: CommandHandling,
  given: Pick<Envelope, 'commandId' | 'happenedAt' | 'attempt'>,
  command: Command,
  actor: Actor,
): Promise<Outcome> {
  const stamp = stampOf(given, context.now())
  const decided = (tries: number) => tryCommand(context, stamp, command, actor, tries === 1)
  const outcome = await context.companyQueue(actor.companyId, () =>
    retryOnConflict(decided).catch((error: unknown) => {
      if (error instanceof RefusedBefore) return refused.before
      if (error instanceof AppendConflict) return settled(context, stamp, command, actor, refused.conflict)
      throw error
    }),
  )
  if (outcome.status === 'accepted') context.bell.ring('fettle_appended', [actor.companyId])
  return outcome
}

async function tryCommand(
  context: CommandHandling,
  stamp: Stamp,
  command: Command,
  actor: Actor,
  isFirstTry: boolean,
): Promise<Outcome> {
  const { log, now } = context
  const { companyId } = actor
  const { stream, streamId } = target(command)
  const basis = await log.facts(companyId, command, now())
  const known =
    context.remembered && (await refuseAsRemembered(context.remembered, { actor, command, stamp, facts: basis.facts }))
  if (known) {
    const { refusal, conflict } = known
    const outcome = await settled(context, stamp, command, actor, refusedWith(refusal, conflict ? { conflict } : {}))
    // One that was accepted before takes its seq from its stream.
    if (outcome.status === 'refused') return outcome
  }
  // A created job is usually new; if it is not, the append conflicts and the next try reads its history.
  const history = command.type === 'CreateJob' && isFirstTry ? [] : await log.history(companyId, streamId)
  if (history[0] ? history[0].stream !== stream : takesListId(command))
    return settled(context, stamp, command, actor, refused.taken)
  const decision = decideAppend(actor, command, { history, ...basis }, stamp)
  if (isRefusal(decision)) {
    const refusal = refusedWith(decision, metBy(actor, command, decision.refused, history, basis.facts))
    return settled(context, stamp, command, actor, refusal, history)
  }
  const appended = await log.append(decision)
  return appended.outcome === 'different' ? refused.reused : accepted(streamId, history, appended)
}

/**
 * The refusal of a command, once this attempt is recorded as refused; or how the command was accepted before: a retry of it is decided
 * against the state that it led to, which may refuse it. Without the number of the attempt nothing is recorded.
 */
export async function settled(
  context: CommandHandling,
  stamp: Stamp,
  command: Command,
  { companyId, userId }: Actor,
  refusal: Outcome,
  history: readonly StoredEvent[] = [],
): Promise<Outcome> {
  const first = await acceptedBefore(context, stamp, companyId)
  if (!first) return refusal
  const isSame = isSameRequest(first, requestOf(command, userId))
  return isSame ? accepted(target(command).streamId, history, first) : refused.reused
}

/** How a command that is refused now was accepted before; if it was not, this attempt is recorded as refused. */
const acceptedBefore = (
  { log }: CommandHandling,
  { commandId, attempt }: Pick<Envelope, 'commandId' | 'attempt'>,
  companyId: string,
) => (attempt === undefined ? log.outcome(companyId, commandId) : log.refuse(companyId, commandId, attempt))

/** The outcome of a refused command, with what it met. */
const refusedWith = ({ refused: code, error, field }: Refusal, met: Met): Outcome => ({
  status: 'refused',
  ...{ code, error },
  ...(field ? { field } : {}),
  ...met,
})

type Met = Pick<CommandResult, 'conflict' | 'clashes'>

/** What a refused command met, for the one who made it to choose. */
function metBy(
  { role }: Actor,
  command: Command,
  code: RefusalCode,
  history: readonly StoredEvent[],
  facts: Facts,
): Met {
  const job = code === 'already-booked' && command.type === 'ScheduleJob' && foldJob(history.filter(isJobEvent))
  if (job) return { clashes: clashesOf(job, command.data, facts) }
  const conflict = conflictOf(audienceOf(role), command, code, history)
  return conflict ? { conflict } : {}
}

/** What a refused change of a value or of a task met. */
function conflictOf(audience: Audience, command: Command, code: RefusalCode, history: readonly StoredEvent[]) {
  if (!isJobCommand(command)) return undefined
  if (code === 'value-moved-on' && isSetting(command))
    return lastValueChange(history.filter(isJobEvent), command, audience)
  return isOfTask(command) && taskConflictCodes.includes(code)
    ? lastTaskChange(history.filter(isJobEvent), command.data.taskId)
    : undefined
}

/**
 * A command without effect takes the seq of the event that its stream ended with, not that of the company's head: what was pushed
 * of the stream includes it.
 */
export const accepted = (
  streamId: string,
  history: readonly StoredEvent[],
  { seq, version, number }: LogPosition,
): Outcome => ({
  status: 'accepted',
  seq: history.find((event) => event.version === version)?.seq ?? seq,
  streamId,
  version,
  ...(number === undefined ? {} : { number }),
})

/** Refusals outside the rules of the domain. */
export const refused = {
  unknown: { status: 'refused', code: 'unknown-command', error: 'There is no such command.' },
  conflict: { status: 'refused', code: 'conflict', error: 'Failed to update job. Please try again.' },
  taken: { status: 'refused', code: 'id-taken', error: 'This id is already in use for something else.' },
  before: {
    status: 'refused',
    code: 'refused-before',
    error: 'This was refused when it was first sent, but may be possible now. Retry it if you still want it.',
  },
  reused: { status: 'refused', code: reusedId, error: 'This command id has already been used for another command.' },
} as const satisfies Record<string, Outcome>

/** The command in an envelope, or its refusal. */
export function parseCommand({ type, data }: Pick<Envelope, 'type' | 'data'>): Command | Outcome {
  if (!isCommandType(type) || internalCommands.includes(type)) return refused.unknown
  const parsed = commands[type].safeParse(data)
  // `commands` is keyed by type, so the data this schema returns belongs to that type.
  return parsed.success ? ({ type, data: parsed.data } as Command) : { status: 'refused', ...firstFault(parsed.error) }
}

const isCommandType = (type: string): type is CommandType => Object.hasOwn(commands, type)

const minute = 60_000
const day = 1_440 * minute

/** A command's id, attempt and plausible time. */
export const stampOf = (
  { commandId, happenedAt, attempt }: Pick<Envelope, 'commandId' | 'happenedAt' | 'attempt'>,
  now: Date,
): Stamp => ({
  commandId,
  ...plausibleTime(happenedAt, now),
  ...(attempt === undefined ? {} : { attempt }),
})

/** The device's time if it is plausible: at most five minutes ahead of the server's clock and ninety days behind it. */
export function plausibleTime(happenedAt: string, now: Date): Pick<Stamp, 'happenedAt' | 'clock'> {
  const ahead = Date.parse(happenedAt) - now.getTime()
  return ahead <= 5 * minute && ahead >= -90 * day
    ? { happenedAt, clock: 'device' }
    : { happenedAt: now.toISOString(), clock: 'server' }
}
