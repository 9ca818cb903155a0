import { useCallback } from 'react'
import { refusalWhileClosed } from '#core/company/read-only.ts'
import type { JobFacts } from '#core/job/decision-rules.ts'
import { isSetting, type SettingCommand, withoutSeen } from '#core/job/seen-values.ts'
import { isRefusal, type Refusal } from '#core/model/refusals.ts'
import type { DeviceCommand } from '#core/prediction/subjects.ts'
import { heldFor } from '#web/sync/outbox/held-deletions.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { revisableFor } from '#web/sync/outbox/statements.ts'
import { contextOf } from './asker-context.ts'
import { idAfter } from './command-id.ts'
import { latestSeq } from './ledger-state.ts'
import { enqueue, isReadOnly, isUnreachable, useLedger, withdraw } from './ledger-store.ts'
import { withShown } from './seen-command.ts'
import { isUnread, outcomeOf } from './shown-documents.ts'

/** The only way for a screen to change anything; see {@link dispatch}. */
export const useDispatch = () => useCallback(dispatch, [])

/**
 * Dispatches a command: shows its effect at once, stores it on this device and sends it until the server has answered. Returns
 * the refusal if the rules refuse it; nothing is sent then. `facts` is what the screen knows about the company.
 */
export const dispatch = (command: DeviceCommand, facts: JobFacts = {}) => refusalIn(queueCommand(command, facts))

/**
 * Dispatches a statement as {@link dispatch} does, but holds it for a moment, in which a later one on the same thing replaces
 * it: two taps in a row are one change.
 */
export const dispatchRevisable = (command: DeviceCommand, facts: JobFacts = {}) =>
  refusalIn(queueCommand(command, facts, { held: revisableFor(command, isUnreachable()), isRevisable: true }))

/**
 * Dispatches a command as {@link dispatch} does that says itself which values it replaces. It is refused once somebody has set
 * others, also where this device shows them already: an undo must not undo more than it offered.
 */
export const dispatchUndo = (command: DeviceCommand) => refusalIn(queueCommand(command, {}, { saysSeen: true }))

/**
 * Dispatches a setting as {@link dispatch} does, over whatever stands: the user has chosen theirs over somebody else's. What this
 * device shows may be older than that: naming it would have the setting refused again, and where it is alike it is sent all the same.
 */
export const dispatchOver = (command: SettingCommand | TaskStatement) =>
  refusalIn(queueCommand(isSetting(command) ? withoutSeen(command) : command, {}, { saysSeen: true, isOver: true }))

/** The status of a task, whatever it is by then. */
type TaskStatement = Extract<DeviceCommand, { type: 'SetTaskStatus' }> & { data: { from?: undefined } }

/**
 * Dispatches a command as {@link dispatch} does, an undo as {@link dispatchUndo}, and returns what was queued, so that its outcome
 * can be followed; nothing if there was nothing to change.
 */
export const dispatchFollowed = (command: DeviceCommand, { isUndo = false } = {}): Refusal | Entry | undefined =>
  queueCommand(command, {}, { saysSeen: isUndo })

const refusalIn = (queued: Refusal | Entry | undefined) => (queued && isRefusal(queued) ? queued : undefined)

/** A dispatched deletion. `undo` returns whether it was still held and could be undone. */
export type Deletion = { undo: () => Promise<boolean> }

/**
 * Dispatches a command as {@link dispatch} does, but holds it on this device for ten seconds, in which it can be undone; later
 * commands that do not depend on it overtake it.
 */
export function dispatchDeletion(command: DeviceCommand): Refusal | Deletion {
  const queued = queueCommand(command, {}, { held: heldFor })
  if (queued && isRefusal(queued)) return queued
  return { undo: async () => queued !== undefined && withdraw(queued.commandId) }
}

type Queueing = { held?: number; isRevisable?: boolean; saysSeen?: boolean; isOver?: boolean }

function queueCommand(
  given: DeviceCommand,
  facts: JobFacts,
  { held = 0, isRevisable = false, saysSeen = false, isOver = false }: Queueing = {},
) {
  const state = useLedger.getState()
  if (!state.asker) throw new Error('A command was dispatched while no ledger is open')
  const readOnly = refusalWhileClosed(given, isReadOnly())
  if (readOnly) return readOnly
  const command = saysSeen ? given : withShown(state, given)
  const stamp = { commandId: idAfter(state.queue), happenedAt: new Date().toISOString() }
  const ask = { ...contextOf(state.asker, stamp), facts }
  const outcome = outcomeOf(state, command, ask, { ...stamp, seq: latestSeq(state) })
  // What this device has not read it cannot decide on: the command is stored, and the server decides.
  const isUndecided = isRefusal(outcome) && isUnread(state, command)
  if (isRefusal(outcome) && !isUndecided) return outcome
  const events = isRefusal(outcome) ? [] : outcome.events
  if (events.length === 0 && !isUndecided && !isOver) return undefined
  const notBefore = held > 0 ? { notBefore: Date.parse(stamp.happenedAt) + held } : {}
  const revisable = isRevisable ? { isRevisable } : {}
  const entry: Entry = { ...stamp, ...notBefore, ...revisable, command, events, state: 'waiting' }
  enqueue(entry)
  return entry
}
