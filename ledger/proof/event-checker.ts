import { isOfShape } from '#core/ledger/shapes.ts'
import { faultOfData, type RecordedErasures } from '#core/proof/recorded-erasures.ts'
import { compareJson, firstHash, hashAfter } from '#ledger/log/chain.ts'
import type { Head } from '#ledger/log/read.ts'
import type { HashedEvent } from './hashed-events.ts'

/**
 * The first fault in a company's ledger. `missing`: an event was deleted. `inserted`: one was inserted. `swapped`: it is not
 * the event that belongs there, which is at `with`. `digest`: the data is neither the original nor what a lawful erasure
 * left of it. `erasure`: texts are gone that no erasure names, or stand although one does. `hash`: another field was changed.
 * `version`, `number`: not the next version of its stream, or not the next job number. `shape`: it is chained, but its data is not
 * that of an event of its type, which Fettle never records. `truncated`: the log ends before the seq of its head. `head`: the head
 * is missing or wrong.
 */
export type Fault = {
  seq: number
  reason:
    | 'missing'
    | 'inserted'
    | 'swapped'
    | 'digest'
    | 'erasure'
    | 'shape'
    | 'hash'
    | 'version'
    | 'number'
    | 'truncated'
    | 'head'
  with?: number
}

/** How far a check has got: the events up to `seq` are valid; the last one has `hash`, and the one before it `before`. */
export type ChainPosition = { seq: number; hash: string; before: string }
const start: ChainPosition = { seq: 0, hash: firstHash.toString('hex'), before: '' }

/** Checks the events of one company from the first: each must be valid in itself and follow the one before it. */
export function createEventChecker(companyId: string, reached: (seq: number, hash: string) => void = () => undefined) {
  let position = start
  let number = 0
  const versions = new Map<string, number>()

  function faultOf(event: HashedEvent, erased: RecordedErasures): Fault['reason'] | undefined {
    if (event.seq !== position.seq + 1) return 'missing'
    const { seq, type, schema } = event
    const read = compareJson(event)
    if (!read) return 'digest'
    const fault = faultOfData({ seq, type, schema, data: read.data }, read.found, erased.get(seq))
    if (fault) return fault
    if (event.hash !== hashAfter(position.hash, companyId, event.seq, event)) return 'hash'
    if (event.version !== (versions.get(event.streamId) ?? 0) + 1) return 'version'
    if (event.number !== undefined && event.number !== number + 1) return 'number'
    if (!isOfShape({ type, schema, data: read.data })) return 'shape'
  }

  return {
    position: () => position,
    /** `erased` holds the recorded erasures. */
    check(events: readonly HashedEvent[], erased: RecordedErasures = new Map()): Fault | undefined {
      for (const event of events) {
        const reason = faultOf(event, erased)
        if (reason) return { seq: position.seq + 1, reason }
        position = { seq: event.seq, hash: event.hash, before: position.hash }
        number = event.number ?? number
        versions.set(versions.has(event.streamId) ? event.streamId : copyOf(event.streamId), event.version)
        reached(position.seq, position.hash)
      }
      return undefined
    },
    checkHead(head: Head | undefined): Fault | undefined {
      const { seq, hash } = position
      if (!head) return seq === 0 ? undefined : { seq: 1, reason: 'head' }
      if (head.seq < seq) return { seq: head.seq + 1, reason: 'head' }
      if (head.seq > seq) return { seq: seq + 1, reason: 'truncated' }
      return head.hash === hash && head.lastNumber === number ? undefined : { seq, reason: 'head' }
    },
  }
}

/** Copies an id, which may be a slice of a chunk: stored as a key, a slice would keep the whole chunk in memory. */
const copyOf = (id: string) => Buffer.from(id, 'latin1').toString('latin1')
