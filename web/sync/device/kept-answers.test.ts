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

test('tidying deletes what belongs to anybody else, is older than 30 days, or is beyond the newest 400', async () => {
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
