import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Part } from '#core/part/part.ts'
import { dana, idOf } from '#test/core/given-when-then.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { type Step, steps } from '#test/core/random-commands.ts'
import { type PartCount, partCounts, partRows } from './part-rows.ts'
import type { Projection } from './projection.ts'

const partId = idOf('f', 3)
const form = { name: 'Kitchen tap', purchaseDate: '2026-11-19', expectedDelivery: '2026-11-20' }
/** Rare at random: a part that is deleted. */
const addedAndDeleted: readonly Step[] = [
  { command: { type: 'AddPart', data: { partId, ...form } }, who: dana },
  { command: { type: 'DeletePart', data: { partId } }, who: dana },
]

/** The most parts that any history had. */
function mostParts(projection: Projection<PartCount>): number {
  let most = 0
  fc.assert(
    fc.property(steps, (history) => {
      const ledger = memoryLedger()
      for (const { command, who } of [...history, ...addedAndDeleted]) ledger.handle(command, who)
      const parts = new Map<string, Part>()
      let count: PartCount | undefined
      for (const event of ledger.log) {
        const partId = partRows.key(event)
        if (partId) {
          const part = partRows.fold(parts.get(partId), event)
          if (part) parts.set(partId, part)
          else parts.delete(partId)
        }
        if (projection.key(event) !== undefined) count = projection.fold(count, event)
        expect(count?.parts ?? 0).toBe(parts.size)
        most = Math.max(most, parts.size)
      }
    }),
  )
  return most
}

test('the count of a book is the number of its parts, whatever people add and delete', () => {
  expect(mostParts(partCounts)).toBeGreaterThan(1)
  expect(() => mostParts({ ...partCounts, fold: (row) => ({ parts: (row?.parts ?? 0) + 1 }) })).toThrow()
})
