import { shallow } from 'zustand/shallow'
import type { JobFacts } from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import type { DecisionContext } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import type { Part } from '#core/part/part.ts'
import { predictViews } from '#core/prediction/predict-views.ts'
import type { CommandStamp } from '#core/prediction/predicted.ts'
import { predict, predictPart, predictTodos } from '#core/prediction/prediction.ts'
import { type DeviceCommand, isOfJob, isOfPart, isOfTodos, isOfViews } from '#core/prediction/subjects.ts'
import type { TodoList } from '#core/todo/todo.ts'
import { contextOf } from './asker-context.ts'
import { type Confirmed, documentSeq, type LedgerState, partSeq, todosSeq, unseen } from './ledger-state.ts'
import { shownViews } from './shown-views.ts'

/**
 * A job as shown: the confirmed document plus the commands made here since. Predicted once for all who ask, until one of these
 * changes.
 */
export function shownJob(state: LedgerState, jobId: string): Job | undefined {
  const { asker, queue } = state
  const confirmed = state.jobs[jobId]
  const from = [asker, queue, documentSeq(state, jobId)]
  const known = confirmed && predictions.get(confirmed)
  if (known && shallow(known.from, from)) return known.job
  const job = predictedJob(state, jobId)
  if (confirmed) predictions.set(confirmed, { from, job })
  return job
}

/** The last prediction on each confirmed document, and what it was made from. */
const predictions = new WeakMap<Confirmed, { from: readonly unknown[]; job: Job | undefined }>()

function predictedJob(state: LedgerState, jobId: string): Job | undefined {
  const { asker } = state
  const body = state.jobs[jobId]?.body
  if (!asker) return body
  const seq = documentSeq(state, jobId)
  return unseen(state.queue, jobId, seq).reduce((job, entry) => {
    if (!isOfJob(entry.command)) return job
    const outcome = predict(job, entry.command, contextOf(asker, entry), { ...entry, seq })
    // It no longer fits the confirmed document; the server will refuse it, so it has no effect here.
    return isRefusal(outcome) ? job : outcome.document
  }, body)
}

/** A part as shown; `read` is the screen's own copy of one that is no longer confirmed. */
export function shownPart(state: LedgerState, partId: string, read?: Part): Part | undefined {
  const { asker } = state
  const known = state.parts[partId]
  const body = known ? known.body : read
  if (!asker) return body
  const seq = partSeq(state, partId)
  return unseen(state.queue, partId, seq).reduce((part, entry) => {
    if (!isOfPart(entry.command)) return part
    const outcome = predictPart(part, entry.command, contextOf(asker, entry), { ...entry, seq })
    return isRefusal(outcome) ? part : outcome.document
  }, body)
}

/** The user's own list as shown; undefined until it has loaded. */
export function shownTodos(state: LedgerState): TodoList | undefined {
  const { asker } = state
  const { body } = state.todos
  if (!asker || !body) return body
  const seq = todosSeq(state)
  return unseen(state.queue, asker.userId, seq).reduce((list, entry) => {
    if (!isOfTodos(entry.command)) return list
    const outcome = predictTodos(list, entry.command, contextOf(asker, entry), { ...entry, seq })
    return isRefusal(outcome) ? list : (outcome.document ?? list)
  }, body)
}

/** Parts that were added here and have not come back from the server yet. */
export const addedParts = (state: LedgerState): Part[] =>
  state.queue.flatMap(({ command, state: entryState }) =>
    command.type === 'AddPart' && entryState !== 'refused' ? (shownPart(state, command.data.partId) ?? []) : [],
  )

/** Whether a command is about a job that this device neither has read nor made. */
export const isUnread = (state: LedgerState, command: DeviceCommand) =>
  isOfJob(command) &&
  command.type !== 'CreateJob' &&
  (state.jobs[command.data.jobId]?.seq ?? -1) < 0 &&
  !shownJob(state, command.data.jobId)

/** The predicted outcome of a command on what is shown. */
export function outcomeOf(
  state: LedgerState,
  command: DeviceCommand,
  ask: DecisionContext<JobFacts>,
  stamp: CommandStamp,
) {
  if (isOfPart(command)) return predictPart(shownPart(state, command.data.partId), command, ask, stamp)
  if (isOfTodos(command)) return predictTodos(shownTodos(state), command, ask, stamp)
  if (isOfViews(command)) return predictViews((listOf) => shownViews(state, listOf), command, ask, stamp)
  return predict(shownJob(state, command.data.jobId), command, ask, stamp)
}
