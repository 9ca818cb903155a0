import type pg from 'pg'
import { lastTaskChange, type TaskConflict } from '#core/job/task-conflict.ts'
import { decideOn, type StreamState } from '#core/ledger/decide.ts'
import { type Command, type Facts, isJobCommand, isJobEvent, type StoredEvent, target } from '#core/ledger/ledger.ts'
import { isRefusal, type Refusal, type RefusalCode } from '#core/model/refusals.ts'
import { readStreamEnd, readStreamNaming } from '#ledger/log/remembered.ts'
import type { KnownStreams } from './batches/known-streams.ts'
import { type Actor, contextOf, type Stamp } from './decide-and-append.ts'

/** Streams that this process remembers as the log has them now. */
export type RememberedStreams = {
  /** The state of a stream; undefined if it is not remembered, or the log has moved on. */
  current(companyId: string, streamId: string): Promise<StreamState | undefined>
  /** Its first event and those that name an id, in their order. */
  naming(companyId: string, streamId: string, id: string): Promise<readonly StoredEvent[]>
}

/** What `known` remembers, held against the log in a database. */
export const rememberedStreams = (
  pool: pg.Pool,
  known: Pick<KnownStreams, 'get' | 'epochOf' | 'forget'>,
): RememberedStreams => ({
  async current(companyId, streamId) {
    const state = known.get(companyId, streamId)
    const epoch = known.epochOf(companyId)
    if (!state || epoch === undefined) return undefined
    const end = await readStreamEnd(pool, companyId, streamId)
    if (end.version === state.version && end.epoch === epoch) return state
    known.forget(companyId, [streamId])
    return undefined
  },
  naming: (companyId, streamId, id) => readStreamNaming(pool, companyId, streamId, id),
})

/** The refusals that name what a command about a task met. */
export const taskConflictCodes: readonly RefusalCode[] = ['task-moved-on', 'task-not-found', 'ready-needs-open-task']

/**
 * Refusals that rest on ids, counts and the status of a task alone. What rests on texts is decided on the log itself: an erasure changes
 * them without moving their stream on.
 */
const withoutTexts: readonly RefusalCode[] = [...taskConflictCodes, 'job-full']

/**
 * Refuses a command on what is remembered of its stream, so that a refused change of a long job does not read all of it; undefined if
 * that cannot refuse it. Throws database errors.
 */
export async function refuseAsRemembered(
  streams: RememberedStreams,
  { actor, command, stamp, facts }: { actor: Actor; command: Command; stamp: Stamp; facts: Facts },
): Promise<{ refusal: Refusal; conflict?: TaskConflict | undefined } | undefined> {
  const { stream, streamId } = target(command)
  const { companyId } = actor
  const state = await streams.current(companyId, streamId)
  if (state?.stream !== stream) return undefined
  const refusal = decideOn(state, command, contextOf(actor, stamp, facts))
  if (!isRefusal(refusal) || !withoutTexts.includes(refusal.refused)) return undefined
  if (!taskConflictCodes.includes(refusal.refused) || !isOfTask(command)) return { refusal }
  const { taskId } = command.data
  const events = await streams.naming(companyId, streamId, taskId)
  return { refusal, conflict: lastTaskChange(events.filter(isJobEvent), taskId) }
}

const changesOfTask = ['CycleTask', 'SetTaskStatus', 'SetTaskReady'] as const
type ChangeOfTask = Extract<Command, { type: (typeof changesOfTask)[number] }>

/** Whether a command sets the status of a task, which somebody else may have set. */
export const isOfTask = (command: Command): command is ChangeOfTask =>
  isJobCommand(command) && changesOfTask.some((type) => type === command.type)
