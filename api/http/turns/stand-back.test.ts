import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginChange, leaveTime, standBack } from './stand-back.ts'

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

test('a company leaves time for others while another one is at work, and for a second after', async () => {
  /** How many timers a company's rest has at once: none if it goes on at once. */
  const timers = async (companyId: string) => {
    const resting = leaveTime(2, companyId)
    const waiting = vi.getTimerCount()
    await vi.advanceTimersByTimeAsync(2)
    await resting
    return waiting
  }
  // Companies of other tests in this process are at work no more.
  await vi.advanceTimersByTimeAsync(120_000)
  beginChange('a')()
  expect(await timers('a')).toBe(0)
  expect(await timers('b')).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await timers('b')).toBe(0)
})
