import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { companyEntries, companyEntrySteps } from '#core/history/company-history.ts'
import { historyOf, historySteps } from '#core/history/history.ts'
import type { Event } from '#core/ledger/ledger.ts'
import { idOf, recorded } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'
import { eachInTurns, inTurns, othersTurn } from './in-turns.ts'

const events = recorded(
  jobCreated,
  ...Array.from({ length: 2_000 }, (_, nth): Event => {
    return { type: 'NoteAdded', data: { noteId: idOf('d', nth + 1), note: 'Knocked.' } }
  }),
)

/** The most steps that are taken without anybody else being served. */
async function mostInATurn(
  steps: Iterable<unknown>,
  take: (steps: Iterable<unknown>) => Promise<unknown> = inTurns,
): Promise<number> {
  let [most, now] = [0, 0]
  const counted = function* () {
    for (const one of steps) {
      now += 1
      most = Math.max(most, now)
      yield one
    }
  }
  let serves = true
  const serve = () => {
    now = 0
    if (serves) setImmediate(serve)
  }
  setImmediate(serve)
  await take(counted())
  serves = false
  return most
}

test('while a long history is folded, others are served after at most 100 events', async () => {
  expect(await mostInATurn(historySteps(events))).toBeLessThanOrEqual(100)
  expect(await mostInATurn(companyEntrySteps(events, new Map(events.map(({ seq }) => [seq, '']))))).toBeLessThanOrEqual(
    100,
  )
})

test('while a long export is written, others are served after at most 100 rows', async () => {
  const write = async (rows: Iterable<unknown>) => {
    // A reader that takes everything at once.
    const read = new Writable({ objectMode: true, write: (_row, _encoding, done) => done() })
    await pipeline(Readable.from(eachInTurns(rows)), read)
  }
  expect(await mostInATurn(events, write)).toBeLessThanOrEqual(101)
})

test('a history folded in turns is the same as one folded at once', async () => {
  const hashes = new Map(events.map(({ seq }) => [seq, `${seq}`]))
  expect((await inTurns(historySteps(events))).reverse()).toEqual(historyOf(events))
  expect((await inTurns(companyEntrySteps(events, hashes))).reverse()).toEqual(companyEntries(events, hashes))
})

test('a failing step ends the computation', async () => {
  const steps = function* () {
    yield 1
    throw new Error('This event cannot be folded.')
  }
  await expect(inTurns(steps())).rejects.toThrow('This event cannot be folded.')
})

test('of five long computations only one takes a turn before others are served', async () => {
  let turns = 0
  let most = 0
  let serves = true
  const serve = () => {
    most = Math.max(most, turns)
    turns = 0
    if (serves) setImmediate(serve)
  }
  setImmediate(serve)
  const compute = async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await othersTurn()
      turns += 1
    }
  }
  await Promise.all(Array.from({ length: 5 }, compute))
  serves = false
  expect(most).toBe(1)
})
