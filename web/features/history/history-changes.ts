import type { Change } from '#core/history/changes.ts'
import * as told from '#core/history/readable-changes.ts'

export type { ReadableChange } from '#core/history/readable-changes.ts'

type Reading = Omit<told.Reading, 'now'>

const now = () => new Date().toISOString()

/** An event's changes as values before and after; a visit's start and end count as one. */
export const readable = (changes: readonly Change[], reading: Reading) =>
  told.readable(changes, { ...reading, now: now() })

/** The searchable text of an entry's changes. */
export const wordsIn = (changes: readonly Change[], reading: Reading) =>
  told.wordsIn(changes, { ...reading, now: now() })
