import { digestOfText, firstHash, hashAfter } from '#ledger/log/chain.ts'
import { type ErasedDigests, isErased } from '#ledger/log/erasure.ts'
import type { Head } from '#ledger/log/read.ts'
import type { HashedEvent } from './hashed-events.ts'

/**
 * The first thing in a company's ledger that does not hold. `missing`: an event was taken out. `inserted`: one was put in.
 * `swapped`: it stands where another belongs, which is at `with`. `digest`: the data is not what was written, nor what an erasure
 * that the ledger tells of has left of it. `hash`:
 * something else of the event is not. `version`, `number`: not the next of its stream, or job number. `truncated`: the log ends
 * before the seq that its head tells. `head`: the head is missing or another.
 */
export type Fault = {
  seq: number
  reason: 'missing' | 'inserted' | 'swapped' | 'digest' | 'hash' | 'version' | 'number' | 'truncated' | 'head'
  with?: number
}

/** How far a walk has come: the events up to `seq` hold, the last of them with `hash`; before it stood `before`. */
export type ChainPosition = { seq: number; hash: string; before: string }
export const start: ChainPosition = { seq: 0, hash: firstHash.toString('hex'), before: '' }

/** Follows the events of one company from its first: each must hold by itself, and as the next of the one before it. */
export function createEventChecker(companyId: string, reached: (seq: number, hash: string) => void = () => undefined) {
  let place = start
  let number = 0
  const versions = new Map<string, number>()

  function faultOf(event: HashedEvent, erased: ErasedDigests): Fault['reason'] | undefined {
    if (event.seq !== place.seq + 1) return 'missing'
    const digest = digestOfText(event.salt, event.data)
    if (event.digest !== digest && !isErased(erased, event.seq, digest)) return 'digest'
    if (event.hash !== hashAfter(place.hash, companyId, event.seq, event)) return 'hash'
    if (event.version !== (versions.get(event.streamId) ?? 0) + 1) return 'version'
    if (event.number !== undefined && event.number !== number + 1) return 'number'
  }

  return {
    place: () => place,
    /** `erased` are the digests that the ledger tells of what was erased by law: data may be what remained instead. */
    check(events: readonly HashedEvent[], erased: ErasedDigests = new Map()): Fault | undefined {
      for (const event of events) {
        const reason = faultOf(event, erased)
        if (reason) return { seq: place.seq + 1, reason }
        place = { seq: event.seq, hash: event.hash, before: place.hash }
        number = event.number ?? number
        versions.set(versions.has(event.streamId) ? event.streamId : copyOf(event.streamId), event.version)
        reached(place.seq, place.hash)
      }
      return undefined
    },
    checkHead(head: Head | undefined): Fault | undefined {
      const { seq, hash } = place
      if (!head) return seq === 0 ? undefined : { seq: 1, reason: 'head' }
      if (head.seq < seq) return { seq: head.seq + 1, reason: 'head' }
      if (head.seq > seq) return { seq: seq + 1, reason: 'truncated' }
      return head.hash === hash && head.lastNumber === number ? undefined : { seq, reason: 'head' }
    },
  }
}

/** A text of its own instead of a window on the whole chunk, which a key that is kept would keep with it. */
const copyOf = (id: string) => Buffer.from(id, 'latin1').toString('latin1')
