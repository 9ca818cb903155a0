import type { Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'
import { type Made, undoAtOnce } from '#core/prediction/undo-at-once.ts'
import { contextOf } from '#web/sync/ledger/asker-context.ts'
import { discard, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { unfollowCommands } from '#web/sync/outbox/followed.ts'
import { counted } from '#web/ui/number-format.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { giveCommands, type NotDone } from './give-commands.ts'

/** A job of the change, and the command that takes the change back; none if that is not possible. */
export type WayBack = { job: Job; command: JobCommand | undefined }

/** How to take back what was done on each of many jobs. */
export function waysBack(made: readonly Made[]): WayBack[] {
  const { asker } = useLedger.getState()
  if (!asker) return []
  const asked = contextOf(asker, { happenedAt: new Date().toISOString() })
  return made.map((one) => ({ job: one.after, command: undoAtOnce(one, asked) }))
}

/** Says what was done on many jobs, with one Undo for all of them. */
export function announceMany(words: string, ways: readonly WayBack[]) {
  if (ways.every((one) => one.command === undefined)) toast.success(words)
  else toast.undoable(words, () => void takeBack(ways))
}

/** Takes the change back on each job, and names those on which it stays. */
async function takeBack(ways: readonly WayBack[]) {
  const without = ways.filter((one) => one.command === undefined)
  const asked = ways.flatMap(({ job, command }) => (command ? [{ job, command }] : []))
  const { waiting, notDone } = await giveCommands(asked, () => undefined, { isUndo: true })
  unfollowCommands(waiting)
  await forget(notDone)
  const stays = [...without.map(({ job }) => job), ...notDone.map(({ job }) => job)]
  const putBack = `Put back on ${counted(ways.length - stays.length, 'job')}`
  if (stays.length === 0) toast.success(putBack)
  else toast.failure(`${putBack}. Not on ${namesOf(stays)}: ${reasonOf(notDone)}`)
}

/** Discards what was refused, once its reason has been shown. */
export async function forget(notDone: readonly NotDone[]) {
  const ids = notDone.flatMap(({ entry }) => entry?.commandId ?? [])
  await Promise.all(ids.map(discard))
  unfollowCommands(ids)
}

/** In a message there is room for a few. */
const mostNamed = 5

function namesOf(jobs: readonly Job[]) {
  const named = jobs.slice(0, mostNamed).map(({ jobRef, apartmentName }) => jobRef || apartmentName)
  const more = jobs.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

const reasonOf = ([first]: readonly NotDone[]) => first?.reason ?? 'this change cannot be undone.'
