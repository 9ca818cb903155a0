import type { Job } from '#core/job/job.ts'
import { isRefusal } from '#core/model/refusals.ts'
import type { DeviceCommand } from '#core/prediction/subjects.ts'
import { useConnectionState } from '#web/sync/connection-state.ts'
import { dispatchFollowed } from '#web/sync/ledger/dispatch.ts'
import { isUnreachable, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { followCommands } from '#web/sync/outbox/followed.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'

/** A command for one of many jobs. */
export type Asked = { job: Job; command: DeviceCommand }
/** What was not done on a job, and why; with the command, if the server has refused it. */
export type NotDone = { job: Job; reason: string; entry?: Entry }
/** What came of many commands: accepted ones, those that wait until the server can be reached, and the others. */
export type Outcome = { done: readonly Job[]; waiting: readonly string[]; notDone: readonly NotDone[] }

/** Commands are given in pieces of this size, between which the page responds. */
const piece = 20

/**
 * Gives many commands, one for each job, and waits until the server has answered all of them or cannot be reached: then the rest
 * waits on this device like any other change. `onAnswered` is told how many have been answered. Their refusals are followed: whoever
 * asks for this shows them.
 */
export async function giveCommands(
  all: readonly Asked[],
  onAnswered: (count: number) => void,
  { isUndo = false } = {},
): Promise<Outcome> {
  const given = new Map<string, Job>()
  const refusedHere: NotDone[] = []
  for (let from = 0; from < all.length; from += piece) {
    const ids: string[] = []
    for (const { job, command } of all.slice(from, from + piece)) {
      const queued = dispatchFollowed(command, { isUndo })
      if (queued === undefined) continue
      if (isRefusal(queued)) refusedHere.push({ job, reason: queued.error })
      else {
        ids.push(queued.commandId)
        given.set(queued.commandId, job)
      }
    }
    followCommands(ids)
    await new Promise((resolve) => setTimeout(resolve))
  }
  const { waiting, refused } = await answersTo(new Set(given.keys()), onAnswered)
  const refusedThere = refused.flatMap((entry): NotDone[] => {
    const job = given.get(entry.commandId)
    return job ? [{ job, reason: entry.reason ?? '', entry }] : []
  })
  const open = new Set([...waiting, ...refused.map((one) => one.commandId)])
  const done = [...given].flatMap(([commandId, job]) => (open.has(commandId) ? [] : [job]))
  return { done, waiting, notDone: [...refusedHere, ...refusedThere] }
}

type Answers = { waiting: string[]; refused: Entry[] }

function answersTo(commandIds: ReadonlySet<string>, onAnswered: (count: number) => void): Promise<Answers> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = []
    const look = () => {
      const ours = useLedger.getState().queue.filter((one) => commandIds.has(one.commandId))
      const open = ours.filter((one) => one.state === 'waiting' || one.state === 'stuck')
      onAnswered(commandIds.size - open.length)
      // The server keeps failing to process those that are stuck.
      if (open.some((one) => one.state === 'waiting') && !isUnreachable()) return
      for (const stop of stops) stop()
      resolve({
        waiting: open.map((one) => one.commandId),
        refused: ours.filter((one) => one.state === 'refused'),
      })
    }
    stops.push(useLedger.subscribe(look), useConnectionState.subscribe(look))
    look()
  })
}
