import * as z from 'zod/mini'

/** How far a device is up to date with each projection: the generation of its rows, and a seq. */
const reached = z.record(z.string(), z.strictObject({ generation: z.int(), seq: z.int() }))

/** What a socket receives under the event name `changed`: rows of one projection as of `seq`. */
export type Push = {
  epoch: number
  /** The position of a device that has received everything up to and including this push. */
  reached: z.infer<typeof reached>
  projection: string
  seq: number
  rows: object[]
  /** Keys of deleted rows. */
  removed: string[]
  /** Set instead of rows if too many changed: the device must read the rows again. */
  stale?: true
}

/** Where a device is: it has received everything up to here. */
export const syncPosition = z.strictObject({ epoch: z.int(), reached })
export type SyncPosition = z.infer<typeof syncPosition>

/**
 * What a device sends under the event name `caught-up` to receive what it missed: its last position or, on its first
 * connection, the seq of the oldest answer that it has read. The server acknowledges with the device's new position.
 */
export const catchUpRequest = z.union([z.strictObject({ epoch: z.int(), seq: z.int() }), syncPosition])
export type CatchUpRequest = z.infer<typeof catchUpRequest>
