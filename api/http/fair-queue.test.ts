import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

class Full extends Error {}
const open = (most = 20) => createFairQueue({ slots: 2, most, full: () => new Full() })
/** What a hash costs, in milliseconds. */
const hash = () => new Promise<'hashed'>((resolve) => setTimeout(() => resolve('hashed'), 25))

/** The outcomes of works that begin at these milliseconds: when each ended, or that it was refused. */
async function outcomes(queue: ReturnType<typeof open>, works: { at: number; group: string; isTrusted: boolean }[]) {
  const started = Date.now()
  const all = works.map(async ({ at, ...turn }) => {
    await new Promise((resolve) => setTimeout(resolve, at))
    const ended = await queue(turn, hash).catch((error: unknown) => error)
    return ended instanceof Full ? ('refused' as const) : Date.now() - started - at
  })
  await vi.runAllTimersAsync()
  return Promise.all(all)
}

/** 118 wrong passwords a second for ten seconds: more than the 80 hashes that two slots make. */
const flood = (groupOf: (index: number) => string) =>
  Array.from({ length: 1_180 }, (_, index) => ({ at: (index * 1_000) / 118, group: groupOf(index), isTrusted: false }))
const right = (isTrusted: boolean) =>
  Array.from({ length: 9 }, (_, index) => ({ at: 1_000 * (index + 1), group: `right ${index}`, isTrusted }))

test('nine right passwords are all answered within a tenth of a second, beside 118 wrong ones a second from one address', async () => {
  const all = await outcomes(open(), [...right(false), ...flood(() => 'attacker')])
  const [good, wrong] = [all.slice(0, 9), all.slice(9)]
  expect(good.every((one) => typeof one === 'number' && one <= 100)).toBe(true)
  expect(wrong).toContain('refused')
})

test('passwords from known devices are all answered beside wrong ones from a thousand addresses', async () => {
  const all = await outcomes(open(), [...right(true), ...flood((index) => `attacker ${index}`)])
  const [good, wrong] = [all.slice(0, 9), all.slice(9)]
  expect(good.every((one) => typeof one === 'number' && one <= 100)).toBe(true)
  expect(wrong).toContain('refused')
})

test('a full queue refuses the newest of the longest group, and the others keep their place', async () => {
  const works = ['a', 'a', 'a', 'a', 'b', 'c'].map((group, at) => ({ at, group, isTrusted: false }))
  const all = await outcomes(open(2), works)
  expect(all.map((one) => one === 'refused')).toEqual([false, false, false, true, false, true])
})

test('untrusted groups are served beside trusted ones that never end', async () => {
  const busy = Array.from({ length: 200 }, (_, at) => ({ at, group: `${at}`, isTrusted: true }))
  const [unknown] = await outcomes(open(1_000), [{ at: 30, group: 'new device', isTrusted: false }, ...busy])
  expect(unknown).toBeLessThanOrEqual(125)
})

test('a work that fails gives its place to the next', async () => {
  const queue = open()
  const turn = { group: 'a', isTrusted: false }
  const fails = [1, 2].map(() =>
    queue(turn, () => Promise.reject(new Error('no memory'))).catch((error) => error.message),
  )
  const after = queue(turn, hash)
  await vi.runAllTimersAsync()
  expect(await Promise.all(fails)).toEqual(['no memory', 'no memory'])
  expect(await after).toBe('hashed')
})
