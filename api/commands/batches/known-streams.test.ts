import { expect, test } from 'vitest'
import type { StreamState } from '#core/ledger/decide.ts'
import { createKnownStreams } from './known-streams.ts'

const list = (text: string, version = 1): StreamState => ({
  stream: 'todo',
  version,
  seq: version,
  state: {
    userId: 'user',
    todos: [{ id: 'todo', text, completed: false, createdAt: '2026-11-20T09:00:00.000Z' }],
    createdAt: '2026-11-20T09:00:00.000Z',
    updatedAt: '2026-11-20T09:00:00.000Z',
  },
})
const long = 'x'.repeat(1_000)

test('a stream is remembered as it was last', () => {
  const known = createKnownStreams()
  expect(known.get('a', '1')).toBeUndefined()
  known.set('a', '1', list('one'), 3)
  known.set('a', '1', list('two', 2), 3)
  expect(known.get('a', '1')).toEqual(list('two', 2))
  expect(known.get('b', '1')).toBeUndefined()
})

test('of a company with too many, those used longest ago are forgotten; other companies keep theirs', () => {
  const known = createKnownStreams({ mostOfCompany: 10_000 })
  known.set('b', '1', list(long), 0)
  for (let nth = 1; nth <= 20; nth += 1) {
    known.set('a', String(nth), list(long), 0)
    known.get('a', '1')
  }
  expect(known.get('a', '1')).toBeDefined()
  expect(known.get('a', '2')).toBeUndefined()
  expect(known.get('a', '20')).toBeDefined()
  expect(known.get('b', '1')).toBeDefined()
})

test('with too many in all, the company used longest ago is forgotten', () => {
  const known = createKnownStreams({ most: 10_000 })
  for (let nth = 1; nth <= 20; nth += 1) known.set(String(nth), '1', list(long), 0)
  expect(known.get('1', '1')).toBeUndefined()
  expect(known.get('20', '1')).toBeDefined()
})

test('a stream that takes more than a quarter of its company’s room is not remembered', () => {
  const known = createKnownStreams({ mostOfCompany: 4_000 })
  known.set('a', '1', list('short'), 0)
  known.set('a', '1', list(long), 1_000)
  expect(known.get('a', '1')).toBeUndefined()
})

test('a list that is only ticked off and reopened takes no more room, however many its events', () => {
  const known = createKnownStreams({ mostOfCompany: 10_000 })
  known.set('a', 'other', list('other'), 0)
  for (let version = 1; version <= 10_000; version += 1) known.set('a', '1', list('one', version), 100)
  expect(known.get('a', '1')).toBeDefined()
  expect(known.get('a', 'other')).toBeDefined()
})

test('a company that nobody has asked for is forgotten after a while', () => {
  let now = 0
  const known = createKnownStreams({ longest: 1_000, now: () => now })
  known.set('a', '1', list('one'), 0)
  now = 2_000
  known.set('b', '1', list('one'), 0)
  expect(known.get('a', '1')).toBeUndefined()
  expect(known.get('b', '1')).toBeDefined()
})

test('a company that nobody has asked for is forgotten after a while also if nobody asks for anything', () => {
  let now = 0
  const works: (() => void)[] = []
  const later = (work: () => void) => void works.push(work)
  const known = createKnownStreams({ longest: 1_000, now: () => now, later })
  const look = () => works.splice(0).forEach((work) => void work())
  known.noteEpoch('a', 1)
  known.set('a', '1', list('one'), 0)
  now = 900
  look()
  expect(known.epochOf('a')).toBe(1)
  now = 1_000
  look()
  expect(known.epochOf('a')).toBeUndefined()
  expect(works).toEqual([])
  known.set('a', '1', list('one'), 0)
  expect(works).toHaveLength(1)
})

test('with another epoch the streams of the company are forgotten', () => {
  const known = createKnownStreams()
  known.noteEpoch('a', 1)
  known.set('a', '1', list('one'), 0)
  known.noteEpoch('a', 1)
  expect(known.get('a', '1')).toBeDefined()
  known.noteEpoch('a', 2)
  expect(known.get('a', '1')).toBeUndefined()
  expect(known.epochOf('a')).toBe(2)
})

test('a company that is forgotten leaves its room to others', () => {
  const known = createKnownStreams({ most: 3_000 })
  for (let nth = 1; nth <= 20; nth += 1) {
    known.set('a', '1', list(long), 0)
    known.forget('a')
  }
  known.set('b', '1', list('one'), 0)
  expect(known.get('b', '1')).toBeDefined()
  expect(known.get('a', '1')).toBeUndefined()
  expect(known.epochOf('a')).toBeUndefined()
})

test('single streams of a company can be forgotten', () => {
  const known = createKnownStreams()
  for (const streamId of ['1', '2']) known.set('a', streamId, list('one'), 0)
  known.forget('a', ['1', '3'])
  expect(known.get('a', '1')).toBeUndefined()
  expect(known.get('a', '2')).toBeDefined()
})
