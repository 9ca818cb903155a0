import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCompanyQueue, QueueFull } from './company-queue.ts'
import { isUnavailable } from './unavailable.ts'

test("a company's work runs one piece at a time in order, and other companies do not wait for it", async () => {
  const queue = createCompanyQueue()
  const done: string[] = []
  const work = (name: string, time: number) => async () => {
    await sleep(time)
    done.push(name)
  }
  await Promise.all([queue('a', work('a1', 30)), queue('a', work('a2', 0)), queue('b', work('b1', 5))])
  expect(done).toEqual(['b1', 'a1', 'a2'])
})

test('work queued when the queue is full is refused, and the rest is done', async () => {
  const queue = createCompanyQueue(2)
  const { promise, resolve } = Promise.withResolvers<void>()
  const served = [1, 2, 3].map((nth) => queue('a', async () => promise.then(() => nth)))
  await sleep(0)
  const refused = await queue('a', async () => 4).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(QueueFull)
  expect(isUnavailable(refused)).toBe(true)
  expect(await queue('b', async () => 5)).toBe(5)
  resolve()
  expect(await Promise.all(served)).toEqual([1, 2, 3])
  expect(await queue('a', async () => 6)).toBe(6)
})
