import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { projections } from '#core/projections/projections.ts'
import { replay } from '#projector/replay/replay.ts'
import { createCheckpoints } from '#projector/rows/checkpoints.ts'
import { checksum } from '#projector/rows/checksum.ts'
import type { Release } from '#projector/rows/release.ts'
import { steps } from '#test/core/random-commands.ts'
import {
  allLiveRows,
  foldedOneByOne,
  historyOf,
  openTestLedger,
  randomHistories,
  sampleHistory,
} from '#test/histories/stored-history.ts'
import { expectFound } from '#test/reliability/control.ts'
import { count, seedOf } from '#test/reliability/extent.ts'
import { project } from './project.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

test('rows are the same whether folded live in any batches, replayed, or folded in memory one event at a time', {
  timeout: 300_000 + randomHistories * 1_000,
}, async ({ task }) => {
  let folded = 0
  const mostRows = fc.integer({ min: 1, max: 5 })
  const portions = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 40 })), {
    minLength: 1,
  })
  await fc.assert(
    fc.asyncProperty(steps.map(historyOf), portions, mostRows, async (events, sizes, rows) => {
      const companyId = events[0]?.companyId ?? ''
      folded += events.length
      for (let done = 0, turn = 0; done < events.length; turn += 1) {
        const [stored, limit] = sizes[turn % sizes.length] ?? [1, 1]
        await ledger.store(events.slice(done, done + stored))
        if (done === 0) await createCheckpoints(ledger.pool, projections, companyId)
        done += stored
        await project(ledger.pool, companyId, projections, { limit })
      }
      while ((await project(ledger.pool, companyId, projections, { limit: sizes[0]?.[1] })).events > 0);

      const expected = foldedOneByOne(events)
      expect(await allLiveRows(ledger.pool, companyId)).toEqual(expected)
      const live = await checksum(ledger.pool, companyId)
      for (const options of [{}, { mostRows: rows }]) {
        await replay(ledger.pool, { companyId, ...options })
        expect(await allLiveRows(ledger.pool, companyId)).toEqual(expected)
        expect(await checksum(ledger.pool, companyId)).toEqual(live)
      }
    }),
    { numRuns: randomHistories, seed: seedOf(task) },
  )
  task.meta.extent = `${randomHistories} random histories, ${count(folded, 'event')}`
})

test('rows of a projector that leaves out one kind of event are found to differ from its replay', async ({ task }) => {
  const events = sampleHistory(7, 60, (all) => all.slice(0, 60).some(({ type }) => type === 'NoteAdded'))
  const companyId = events[0]?.companyId ?? ''
  const all: Release = projections
  const forgetful = all.map((one) => ({
    ...one,
    fold: (row: object | undefined, event: StoredEvent) => (event.type === 'NoteAdded' ? row : one.fold(row, event)),
  }))
  await ledger.store(events)
  await createCheckpoints(ledger.pool, projections, companyId)
  while ((await project(ledger.pool, companyId, forgetful)).more);
  const live = await allLiveRows(ledger.pool, companyId)
  const folded = foldedOneByOne(events)
  const found = Object.keys(folded).filter((projection) => !isDeepStrictEqual(live[projection], folded[projection]))
  const digests = await checksum(ledger.pool, companyId)
  await replay(ledger.pool, { companyId })
  const replayed = await checksum(ledger.pool, companyId)
  const differing = Object.keys(digests).filter((projection) => digests[projection] !== replayed[projection])
  expectFound(task, 'a projector that leaves out comments, held against a fold in memory', found)
  expectFound(task, 'the same, held against a replay', differing)
})
