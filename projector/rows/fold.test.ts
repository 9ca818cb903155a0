import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { companyDocuments } from '#core/projections/company-documents.ts'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import { steps } from '#test/core/random-commands.ts'
import { sequences, sequencesTimeout } from '#test/core/random-sequences.ts'
import { foldedRows, historyOf } from '#test/histories/stored-history.ts'
import { fold, missingKeys, newTarget, type Target } from './fold.ts'

type Batch = { size: number; lets: 'go' | 'keep' }
const batches = fc.array(
  fc.record({ size: fc.integer({ min: 1, max: 40 }), lets: fc.constantFrom<Batch['lets']>('go', 'keep') }),
  { minLength: 1, maxLength: 20 },
)

/** Folds as the projector does: rows are loaded when touched, written after a batch and evicted now and then. */
function foldedInBatches(projection: Projection, events: readonly StoredEvent[], drawnBatches: readonly Batch[]) {
  const stored = new Map<string, string>()
  let target: Target = newTarget(projection, { generation: 1, seq: 0, whole: true })
  for (let at = 0, turn = 0; at < events.length; turn += 1) {
    const { size, lets } = drawnBatches[turn % drawnBatches.length] ?? { size: 1, lets: 'go' }
    // A batch may start with events that are already folded.
    const batch = events.slice(Math.max(0, at - (turn % 3)), at + size)
    at += size
    for (const key of missingKeys(target, batch)) {
      const row = stored.get(key)
      target.rows.set(key, row === undefined ? undefined : JSON.parse(row))
    }
    fold(target, batch)
    for (const key of target.created) expect(stored.has(key)).toBe(false)
    for (const key of target.changed) {
      const row = target.rows.get(key)
      if (row) stored.set(key, JSON.stringify(row))
      else stored.delete(key)
    }
    target.changed.clear()
    target.created.clear()
    if (lets === 'go') target = newTarget(projection, { generation: 1, seq: target.seq, whole: false })
  }
  return {
    seq: target.seq,
    failure: target.failure,
    rows: new Map([...stored].map(([key, row]) => [key, JSON.parse(row)])),
  }
}

test('in any batches, with rows evicted and reloaded at any time, the rows equal those of one event at a time', {
  timeout: sequencesTimeout,
}, () => {
  /** Rows that are removed and created repeatedly; a part's may be, but rarely is. */
  const comesAndGoes: Projection = {
    ...companyDocuments,
    key: (event) => event.streamId,
    fold: (row, { seq }) => (row ? undefined : { seq }),
  }
  const all: readonly Projection[] = [...projections, comesAndGoes]
  fc.assert(
    fc.property(steps.map(historyOf), batches, (events, drawnBatches) => {
      for (const projection of all)
        expect(foldedInBatches(projection, events, drawnBatches)).toEqual({
          seq: events.length,
          failure: undefined,
          rows: foldedRows(projection, events),
        })
    }),
    sequences,
  )
})

test('an event that arrives before its turn waits', () => {
  const events = historyOf(fc.sample(steps, { seed: 5, numRuns: 20 }).toSorted((a, b) => b.length - a.length)[0] ?? [])
  const [job] = projections
  const target = { ...newTarget(job, { generation: 1, seq: 0, whole: true }), upTo: 3 }
  fold(target, events)
  expect(target.seq).toBe(3)
  expect(Object.fromEntries(target.rows)).toEqual(Object.fromEntries(foldedRows(job, events.slice(0, 3))))
})
