import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailure } from '#web/client/request.ts'
import { openQueries } from './open-queries.ts'

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Reads from a server that first answers with these failures; returns how often it was asked, and what the screen shows. */
async function ask(...failures: CallFailure[]) {
  const read = vi.fn(async () => {
    const failure = failures[read.mock.calls.length - 1]
    if (failure) throw failure
    return 'the jobs'
  })
  const shown = openQueries()
    .fetchQuery({ queryKey: ['jobs'], queryFn: read })
    .catch((error: unknown) => (error instanceof CallFailure ? error.status : error))
  await vi.advanceTimersByTimeAsync(4_999)
  const within = read.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  return { within, asked: read.mock.calls.length, shown: await shown }
}
const busy = (retryAfter?: number) => new CallFailure(429, 'too-many-reads', undefined, undefined, retryAfter)

test('a busy server is asked again when it has said, and the screen shows what it answers then', async () => {
  expect(await ask(busy(5))).toEqual({ within: 1, asked: 2, shown: 'the jobs' })
  expect(await ask(busy(), busy())).toEqual({ within: 3, asked: 3, shown: 'the jobs' })
})

test('a server that stays busy is asked four times', async () => {
  expect(await ask(...Array.from({ length: 9 }, () => busy(5)))).toEqual({ within: 1, asked: 4, shown: 429 })
})

test('any other failure is shown at once', async () => {
  expect(await ask(new CallFailure(500, 'internal'))).toEqual({ within: 1, asked: 1, shown: 500 })
})
