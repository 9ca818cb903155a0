import type { Entry } from './outbox.ts'

/** A command as stored on the device. The schema tells a later build how to read what an earlier one has left. */
export type StoredEntry = Entry & { schema: typeof schema }

/** The form in which this build stores commands. Before it, queues were arrays without a number. */
const schema = 2

export const stored = (entry: Entry): StoredEntry => ({ ...entry, schema })

/**
 * The command of a stored record of this or an earlier build; undefined if it is from a later one, which alone can read it: it
 * stays on the device.
 */
export function upcast(record: Entry & { schema?: number }): Entry | undefined {
  const { schema: written = 1, ...entry } = record
  return written > schema ? undefined : entry
}
