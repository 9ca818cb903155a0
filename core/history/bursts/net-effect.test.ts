import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HistoryEntry } from '#core/history/history.ts'
import { netEntries, netSentence } from './net-effect.ts'

const types = { completed: 'TaskCompleted', 'to estimate': 'TaskToEstimate', 'not completed': 'TaskReopened' } as const
type Status = keyof typeof types
const words = {
  completed: 'completed the task',
  'to estimate': 'marked to estimate',
  'not completed': 'reopened the task',
}

let versions = 0
const entry = (over: Pick<HistoryEntry, 'type' | 'sentence' | 'changes'>): HistoryEntry => {
  versions += 1
  return {
    seq: versions,
    version: versions,
    actorRole: 'admin',
    happenedAt: '2026-11-20T10:00:00.000Z',
    recordedAt: '2026-11-20T10:00:00.000Z',
    clock: 'device',
    commandId: `command ${versions}`,
    ordinal: 0,
    ...over,
  }
}
const status = (of: string, from: Status, to: Status) =>
  entry({ type: types[to], sentence: `${words[to]}: ${of}`, changes: [{ field: 'status', of, from, to }] })
const price = (of: string, from: number | undefined, to: number) =>
  entry({
    type: 'TaskPriced',
    sentence: `${from === undefined ? 'set' : 'changed'} a price: ${of}`,
    changes: [{ field: 'price', of, ...(from === undefined ? {} : { from }), to }],
  })
/** Newest first, as the history has them. */
const after = (...entries: HistoryEntry[]) => netSentence(entries.toReversed())

test('a task that is clicked on to another status reads as the status that it ends with', () => {
  expect(after(status('Tap', 'not completed', 'completed'), status('Tap', 'completed', 'to estimate'))).toBe(
    'marked to estimate: Tap',
  )
})

test('a value that is back where it was is no effect, whatever came with it', () => {
  const [there, back] = [status('Tap', 'not completed', 'completed'), status('Tap', 'completed', 'not completed')]
  expect(netEntries([back, there])).toEqual([])
  expect(after(there, back)).toBe('made 2 changes')
  expect(after(there, status('Bath', 'not completed', 'completed'), back)).toBe('completed the task: Bath')
})

test('a price that is set and then changed was set, and things are counted, not clicks', () => {
  expect(after(price('Tap', undefined, 1), price('Tap', 1, 2))).toBe('set a price: Tap')
  expect(after(price('Tap', undefined, 1), price('Tap', 1, 2), price('Bath', undefined, 5))).toBe('set 2 prices')
  expect(after(price('Tap', 1, 2), price('Bath', 5, 6))).toBe('changed 2 prices')
})

test('two tasks of one name are two tasks', () => {
  const [one, other] = [status('Paint', 'not completed', 'completed'), status('Paint', 'not completed', 'completed')]
  expect(netEntries([other, one])).toHaveLength(2)
})

test('whatever one clicks, the net effect leads from the first status to the last', () => {
  const clicks = fc.array(fc.constantFrom<Status>('completed', 'to estimate', 'not completed'), { maxLength: 12 })
  fc.assert(
    fc.property(clicks, (chosen) => {
      let now: Status = 'not completed'
      const entries: HistoryEntry[] = []
      for (const next of chosen) {
        if (next !== now) entries.unshift(status('Tap', now, next))
        now = next
      }
      expect(netEntries(entries).map(({ changes }) => changes[0]?.to)).toEqual(now === 'not completed' ? [] : [now])
    }),
  )
})
