import { v7 as uuid } from 'uuid'
import { nextTaskStatus, type TaskStatus } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import { timeIn } from '#core/time/format.ts'
import { shownJob } from '#web/sync/ledger/ledger-state.ts'
import { discard, dispatch, useLedger } from '#web/sync/ledger/ledger-store.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'

/** A refused change of a task's status: the job and task, and the value that the user gave. */
type Mine = { jobId: string; taskId: string; status: TaskStatus }
/** A conflict in words, with the answers to it. */
export type AskedConflict = { text: string; answers: readonly Answer[] }
/** `act` returns the error if the answer is refused. */
export type Answer = { name: string; act: () => string | undefined }

/** The conflict of a refused tick; undefined if the entry is none. */
export function taskConflictOf(
  entry: Entry,
  nameOf: (actorId: string | undefined) => string,
  zone: string,
): AskedConflict | undefined {
  const mine = mineOf(entry)
  const { conflict } = entry
  if (!mine || !conflict) return undefined
  const { task, status, actorId, at } = conflict
  const who = nameOf(actorId)
  const said = `At ${timeIn(entry.happenedAt, zone)} I set “${task}” to ${label(mine.status)}.`
  if (status === undefined)
    return {
      text: `${who} deleted “${task}” at ${timeIn(at, zone)}. It can’t be changed to ${label(mine.status)} any more.`,
      answers: [
        { name: 'Drop my change', act: () => void discard(entry.commandId) },
        { name: 'Tell the office', act: () => state(entry, mine, said) },
      ],
    }
  return {
    text: `You set “${task}” to ${label(mine.status)} at ${timeIn(entry.happenedAt, zone)}. ${who} set it to ${label(status)} at ${timeIn(at, zone)}.`,
    answers: [
      {
        name: 'Take theirs',
        act: () => state(entry, mine, `${said} ${who} set it to ${label(status)}, which stands.`),
      },
      { name: 'Keep mine', act: () => keepMine(entry, mine, status) },
    ],
  }
}

function mineOf({ command }: Entry): Mine | undefined {
  const { type, data } = command
  if (type === 'CycleTask') return { jobId: data.jobId, taskId: data.taskId, status: nextTaskStatus(data.from) }
  if (type === 'SetTaskStatus') return { jobId: data.jobId, taskId: data.taskId, status: data.status }
  return undefined
}

/** A new command on the current value, so that the history has both statements. */
function keepMine({ commandId }: Entry, { jobId, taskId, status }: Mine, theirs: TaskStatus): string | undefined {
  const job = shownJob(useLedger.getState(), jobId)
  const now = job?.jobDescriptions.find((one) => one.taskId === taskId)?.status ?? theirs
  const refusal = dispatch({ type: 'SetTaskStatus', data: { jobId, taskId, status, from: now } })
  if (!refusal) void discard(commandId)
  return refusal?.error
}

/** Says on the job what the user did, as the refused change itself leaves no trace; then drops it. */
function state({ commandId }: Entry, { jobId }: Mine, note: string): string | undefined {
  const refusal = dispatch({ type: 'AddNote', data: { jobId, noteId: uuid(), note } })
  if (!refusal) void discard(commandId)
  return refusal?.error
}
