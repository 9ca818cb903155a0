import type { Change } from '#core/history/changes.ts'
import * as told from '#core/history/readable-changes.ts'

export type { ReadableChange } from '#core/history/readable-changes.ts'

type Reading = Omit<told.Reading, 'now'>

const now = () => new Date().toISOString()

/** The changes of an event, as a list of befores and afters. A visit's start and end are one. */
export const readable = (changes: readonly Change[], reading: Reading) =>
  told.readable(changes, { ...reading, now: now() })

/** All that an entry's changes say, to be searched. */
export const wordsIn = (changes: readonly Change[], reading: Reading) =>
  told.wordsIn(changes, { ...reading, now: now() })
