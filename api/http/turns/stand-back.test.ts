import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginChange, standBack } from './stand-back.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Whether work that has taken ten milliseconds may go on. */
function standing() {
  const state = { goesOn: false }
  void standBack(10).then(() => {
    state.goesOn = true
  })
  return state
}

test('while nobody changes anything, long work goes on at once', async () => {
  const work = standing()
  await vi.advanceTimersByTimeAsync(0)
  expect(work.goesOn).toBe(true)
})

test('long work stands back until the last change that is under way is over', async () => {
  const [first, second] = [beginChange('a'), beginChange('a')]
  const work = standing()
  first()
  first()
  await vi.advanceTimersByTimeAsync(1)
  expect(work.goesOn).toBe(false)
  second()
  await vi.advanceTimersByTimeAsync(0)
  expect(work.goesOn).toBe(true)
})

test('it stands back no longer than three times its own work, however many change something', async () => {
  const change = beginChange('a')
  const work = standing()
  await vi.advanceTimersByTimeAsync(29)
  expect(work.goesOn).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(work.goesOn).toBe(true)
  change()
})
