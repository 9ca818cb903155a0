import * as z from 'zod/mini'
import type { PrintPhoto } from '#api/paper/photo-files.ts'
import type { HeadKey } from '#ledger/proof/signed-head.ts'
import type { PackFacts } from './pack-facts.ts'

/** What a pack's process makes: the pack as a PDF, or its verification file alone. */
export type PackTask = {
  facts: PackFacts
  headKey: HeadKey
  format: 'pdf' | 'json'
  verifyAddress: string
}

/** The task as it is sent: a key object cannot be. */
export type SentPackTask = Omit<PackTask, 'headKey'> & {
  headKey: Omit<HeadKey, 'privateKey'> & { privateKey: string }
}

/**
 * What a pack's process asks of the process that started it. `ready` comes before any bytes; it is `found` unless the facts make no
 * job. `rights` asks whether the reader still has them.
 */
export const question = z.discriminatedUnion('of', [
  z.object({ of: z.literal('ready'), found: z.boolean() }),
  z.object({ of: z.literal('rights') }),
  z.object({ of: z.literal('photo'), src: z.string() }),
  z.object({ of: z.literal('bytes'), bytes: z.instanceof(Uint8Array) }),
])
export type Question = z.infer<typeof question>

/** The answer to a question; where there is none to be had, the process is ended instead. */
export type Answer = { photo?: PrintPhoto }
