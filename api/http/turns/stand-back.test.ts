import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginChange, openRests, standBack } from './stand-back.ts'

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

/** Keeps the thread from serving anybody, by the real clock. */
const busyFor = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

test('a company rests as long as the thread was busy while another one is at work, and for a second after', async () => {
  const rest = openRests()
  /** Whether a company still rests after so many milliseconds. */
  const restsAfter = async (milliseconds: number, companyId: string) => {
    let isOver = false
    const resting = rest(companyId).then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(milliseconds)
    const rests = !isOver
    await vi.advanceTimersByTimeAsync(100)
    await resting
    return rests
  }
  // Companies of other tests in this process are at work no more.
  await vi.advanceTimersByTimeAsync(120_000)
  beginChange('a')()
  busyFor(30)
  expect(await restsAfter(0, 'a')).toBe(false)
  busyFor(30)
  expect(await restsAfter(20, 'b')).toBe(true)
  busyFor(200)
  expect(await restsAfter(41, 'b')).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  busyFor(30)
  expect(await restsAfter(0, 'b')).toBe(false)
})
