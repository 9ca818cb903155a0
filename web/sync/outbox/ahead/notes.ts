import type { Entry } from '#web/sync/outbox/outbox.ts'
import { type StoredEntry, stored, upcast } from '#web/sync/outbox/stored-entry.ts'

/** Commands that a page noted and has not stored, in order; those of a later build are left to it. */
export const notesOf = (owner: string): readonly Entry[] =>
  keysOf(owner)
    .sort()
    .flatMap((key) => read(key) ?? [])

/** Removes all notes of a person, whichever build wrote them. */
export const forgetAll = (owner: string) =>
  attempt(() => {
    for (const key of keysOf(owner)) localStorage.removeItem(key)
  })

/** Removes the notes of commands that are stored, or that nobody wants any more. */
export const forget = (owner: string, commandIds: readonly string[]) =>
  attempt(() => {
    for (const commandId of commandIds) localStorage.removeItem(keyOf(owner, commandId))
  })

/** Notes commands before they are stored. */
export const note = (owner: string, entries: readonly Entry[]) =>
  attempt(() => {
    for (const entry of entries) localStorage.setItem(keyOf(owner, entry.commandId), JSON.stringify(stored(entry)))
  })

const read = (key: string) =>
  attempt(() => {
    const noted: StoredEntry = JSON.parse(localStorage.getItem(key) ?? '')
    return upcast(noted)
  })

const keysOf = (owner: string) => Object.keys(localStorage).filter((key) => key.startsWith(keyOf(owner, '')))
const keyOf = (owner: string, commandId: string) => `fettle.outbox.${owner}.${commandId}`

/** What this gives; undefined if the browser, or what is noted, does not allow it. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    console.error('Unsent changes are not noted', error)
    return undefined
  }
}
