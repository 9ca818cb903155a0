import * as z from 'zod/mini'
import { valueConflict } from '#core/history/value-conflict.ts'
import { bookingClashes } from '#core/job/overlaps/booking-clashes.ts'
import { taskConflict } from '#core/job/task-conflict.ts'
import { commandEnvelope } from '#core/ledger/ledger.ts'
import { id } from '#core/model/values.ts'

/** POST /api/commands: at most 100, each accepted or refused on its own, in order. */
export const commandsRequest = z.strictObject({
  commands: z.array(commandEnvelope).check(z.minLength(1), z.maxLength(100)),
})
export type CommandsRequest = z.infer<typeof commandsRequest>

export const commandResult = z.object({
  commandId: id,
  status: z.enum(['accepted', 'refused']),
  /** The company's seq that a read must reach to include this command. */
  seq: z.optional(z.int()),
  streamId: z.optional(id),
  version: z.optional(z.int()),
  /** The job number, if the command assigned one. */
  number: z.optional(z.int()),
  error: z.optional(z.string()),
  code: z.optional(z.string()),
  field: z.optional(z.string()),
  /** For a refused change of a task or of a value: what it met. */
  conflict: z.optional(z.union([taskConflict, valueConflict])),
  /** For a visit whose people are already booked: with what it clashes. */
  clashes: z.optional(bookingClashes),
})
export type CommandResult = z.infer<typeof commandResult>
export const commandsAnswer = z.object({ results: z.array(commandResult) })
export type CommandsAnswer = z.infer<typeof commandsAnswer>
