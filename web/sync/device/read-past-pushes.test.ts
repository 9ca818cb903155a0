import { afterEach, expect, test, vi } from 'vitest'
import { outdatedReads, watchOutdatedReads } from './device-reads.ts'
import { readPastPushes } from './read-past-pushes.ts'

const told = vi.fn()
const stop = watchOutdatedReads(told)
afterEach(() => told.mockClear())

test('a read that pushes overtake twice is read a third time', async () => {
  const pushed = [5, 7, 7]
  const answers = [{ seq: 3 }, { seq: 5 }, { seq: 7 }]
  const read = vi.fn(async () => answers.shift() ?? { seq: 0 })
  expect(await readPastPushes(['jobs'], () => pushed.shift() ?? 0, read)).toEqual({ seq: 7 })
  expect(read).toHaveBeenCalledTimes(3)
  expect(told).not.toHaveBeenCalled()
})

test('an answer that this device has kept is not asked for again and again', async () => {
  const read = vi.fn(async () => ({ seq: 3 }))
  expect(await readPastPushes(['jobs'], () => 9, read)).toEqual({ seq: 3 })
  expect(read).toHaveBeenCalledTimes(2)
})

test('where pushes come faster than answers, the latest answer is shown, and read again soon', async () => {
  let seq = 0
  const read = vi.fn(async () => {
    seq += 1
    return { seq }
  })
  expect(await readPastPushes(['jobs'], () => seq + 1, read)).toEqual({ seq: 4 })
  expect(outdatedReads()).toEqual([['jobs']])
  expect(told).toHaveBeenCalledOnce()
  stop()
})
