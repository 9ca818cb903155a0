import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runWhenWoken, type WokenTask } from './woken-task.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(async () => {
  await task?.stop()
  vi.useRealTimers()
})

let task: WokenTask | undefined
/** Counts the runs of a task; each ends when `finish` is called. */
function startTask() {
  const runs: PromiseWithResolvers<void>[] = []
  const faults: unknown[] = []
  task = runWhenWoken({ every: 5_000, onFault: (error) => faults.push(error) }, () => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  const finish = async () => {
    for (const run of runs) run.resolve()
    await turn()
  }
  return { task, runs, faults, finish }
}

test('work that nobody asks for runs at once and then every five seconds', async () => {
  const { runs, finish } = startTask()
  await finish()
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(2)
  await finish()
})

test('a task that is woken runs at once; woken while it runs, it runs once more', async () => {
  const { task, runs, finish } = startTask()
  await finish()
  task.wake()
  await turn()
  expect(runs).toHaveLength(2)
  task.wake()
  task.wake()
  expect(runs).toHaveLength(2)
  await finish()
  expect(runs).toHaveLength(3)
  await finish()
  expect(runs).toHaveLength(3)
})

test('a task can be woken later, and a failure does not end it', async () => {
  const { task, runs, faults, finish } = startTask()
  runs[0]?.reject(new Error('The database is down'))
  await turn()
  expect(faults).toHaveLength(1)
  task.wake(1_000)
  await vi.advanceTimersByTimeAsync(999)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(2)
  await finish()
})

test('a stopped task is not woken again', async () => {
  const { task, runs, finish } = startTask()
  task.wake(1_000)
  const stopped = task.stop()
  await finish()
  await stopped
  task.wake()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runs).toHaveLength(1)
})
