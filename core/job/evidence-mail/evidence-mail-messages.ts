import * as z from 'zod/mini'
import { type Message, officeOnly } from '#core/model/messages.ts'
import { day, id, instant, text } from '#core/model/values.ts'

/** The longest message that goes with an evidence pack. */
export const longestMessage = 2_000

/** The options of a pack, as when it is downloaded. Days are in the company's time zone, both included. */
export const packOptions = {
  copy: z.enum(['office', 'team']),
  from: z.optional(day),
  to: z.optional(day),
  prices: z.boolean(),
  notes: z.boolean(),
}

const sent = {
  mailId: id,
  sentTo: text(320),
  message: z.optional(text(longestMessage)),
  /** The version of the job that the pack is of: what came later is not in it. */
  upTo: z.int().check(z.gte(1)),
  ...packOptions,
}

export const evidenceMailEvents = {
  /** The evidence pack of the job, as it was by then, was queued to be sent to this address. */
  EvidenceSent: officeOnly(z.strictObject(sent)),
}
export type EvidenceMailEvent = Message<typeof evidenceMailEvents>
export type EvidenceSent = EvidenceMailEvent['data']

/** Commands that only the server gives, in the transaction that queues the mail. */
export const evidenceMailCommands = {
  RecordEvidenceSent: z.strictObject({ jobId: id, ...sent }),
}
export type EvidenceMailCommand = Message<typeof evidenceMailCommands>

/** To whom the evidence pack was sent last, and when. */
export const evidenceSent = z.object({ mailId: id, sentTo: z.string(), at: instant })
