import type { PrintPhoto } from '#api/paper/photo-files.ts'
import type { HeadKey } from '#ledger/proof/signed-head.ts'
import type { PackFacts } from './pack-facts.ts'

/** What a pack's thread makes: the pack as a PDF, or its verification file alone. */
export type PackTask = {
  facts: PackFacts
  headKey: HeadKey
  format: 'pdf' | 'json'
  verifyAddress: string
}

/**
 * What a pack's thread asks of the thread that started it. `ready` comes before any bytes; it is `found` unless the facts make no
 * job. `rights` asks whether the reader still has them.
 */
export type Question =
  | { of: 'ready'; found: boolean }
  | { of: 'rights' }
  | { of: 'photo'; src: string }
  | { of: 'bytes'; bytes: Uint8Array }

export type Asked = { id: number; question: Question }

/** The answer to a question; where there is none to be had, the thread is ended instead. */
export type Answer = { id: number; photo?: PrintPhoto }
