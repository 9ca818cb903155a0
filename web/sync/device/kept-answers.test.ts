import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptAnswers } from './kept-answers.ts'

const day = 24 * 60 * 60_000

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z'), toFake: ['Date'] }))
afterEach(async () => {
  await keptAnswers('anybody').wipe()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('an answer is kept under its question, for its owner alone', async () => {
  const tom = keptAnswers('harrow:tom:team')
  await tom.keep(['jobs', { page: 1 }], { total: 3 })
  expect(await tom.read(['jobs', { page: 1 }])).toEqual({ total: 3 })
  expect(await tom.read(['jobs', { page: 2 }])).toBeUndefined()
  expect(await keptAnswers('harrow:tom:admin').read(['jobs', { page: 1 }])).toBeUndefined()
})

test('tidying deletes answers of anybody else, older than 30 days, or beyond the newest 400', async () => {
  const [tom, dana] = [keptAnswers('harrow:tom:team'), keptAnswers('harrow:dana:owner')]
  await dana.keep(['me'], 'dana')
  await tom.keep(['old'], 1)
  vi.setSystemTime(Date.now() + 31 * day)
  for (let nth = 0; nth < 405; nth += 1) {
    vi.setSystemTime(Date.now() + 1)
    await tom.keep(['job', nth], nth)
  }
  await tom.tidy()
  expect(await dana.read(['me'])).toBeUndefined()
  expect(await tom.read(['old'])).toBeUndefined()
  expect([await tom.read(['job', 4]), await tom.read(['job', 5])]).toEqual([undefined, 5])
})

test('an answer never replaces a newer one, and a change replaces only kept answers', async () => {
  const tom = keptAnswers('harrow:tom:team')
  await tom.keep(['job', 1], { seq: 9, name: 'newer' })
  await tom.keep(['job', 1], { seq: 8, name: 'older' })
  expect(await tom.read(['job', 1])).toEqual({ seq: 9, name: 'newer' })
  await Promise.all([1, 2, 3].map((more) => tom.change(['job', 1], (was) => ({ was, more }))))
  expect(await tom.read(['job', 1])).toMatchObject({ more: 3, was: { more: 2, was: { more: 1 } } })
  await tom.change(['job', 2], () => 'invented')
  expect([await tom.isKept(['job', 1]), await tom.isKept(['job', 2])]).toEqual([true, false])
})

test('answers that begin alike are forgotten together', async () => {
  const [tom, dana] = [keptAnswers('harrow:tom:team'), keptAnswers('harrow:dana:owner')]
  for (const key of [['job', 'a'], ['job', 'b'], ['jobs', 'a'], ['me']]) await tom.keep(key, 1)
  await dana.keep(['job', 'a'], 1)
  await tom.forget(['job'])
  const kept = await Promise.all([['job', 'a'], ['job', 'b'], ['jobs', 'a'], ['me']].map(tom.isKept))
  expect([...kept, await dana.isKept(['job', 'a'])]).toEqual([false, false, true, true, true])
})

test('a browser that stores nothing rejects, and does not throw', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('A mutation operation was attempted on a database that did not allow mutations.')
  })
  const answers = keptAnswers('harrow:tom:team')
  for (const call of [
    () => answers.keep(['me'], 1),
    () => answers.read(['me']),
    () => answers.tidy(),
    () => answers.wipe(),
  ])
    await expect(call()).rejects.toThrow('did not allow mutations')
  vi.restoreAllMocks()
})

test('tidying keeps the newest 30 MB of files beside the answers, and the oldest go first', async () => {
  const tom = keptAnswers('harrow:tom:team')
  await tom.keep(['jobs'], { total: 3 })
  const file = () => new Blob([new Uint8Array(10_000_000)])
  for (const at of [1, 2, 3, 4]) {
    vi.setSystemTime(new Date('2026-11-20T09:00:00Z').getTime() + at)
    await tom.keep(['thumbnail', 'job', String(at)], file())
  }
  await tom.tidy()
  expect(await tom.keys(['thumbnail', 'job'])).toEqual(['2', '3', '4'].map((one) => ['thumbnail', 'job', one]))
  expect(await tom.read(['jobs'])).toEqual({ total: 3 })
})
