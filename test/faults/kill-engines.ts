import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Told } from '#test/histories/told-jobs.ts'
import { processOf } from './processes.ts'

type Killing = {
  /** The engine's program, such as `#test/faults/engines/push-engine.ts`, and what it prints once it works. */
  program: string
  ready: string
  env: Record<string, string>
  /** Appends one job after another; each yields who is to be told of it. */
  jobs: AsyncIterator<readonly Told[]>
  random: { between(from: number, to: number): number }
  times: number
  events: number
  /** The longest pause before a kill, in milliseconds. */
  longestPause: number
}

/**
 * Runs two engines and kills them by turns at random moments while events are appended, then appends what is left. Returns who is to be
 * told, and a way to end the engines.
 */
export async function killEnginesByTurns({ program, ready, env, jobs, random, times, events, longestPause }: Killing) {
  const file = fileURLToPath(import.meta.resolve(program))
  const start = () => {
    const engine = processOf(file, env, async () => engine.output().includes(ready))
    return { engine, started: engine.start() }
  }
  const engines = [start(), start()]
  const wanted: Told[] = []
  let isDone = false
  /** So that each kill meets an engine at work. */
  const appendSome = async (most: number) => {
    for (let appended = 0; appended < most; appended += 1) {
      const { value, done } = await jobs.next()
      isDone = done === true
      if (done) return
      wanted.push(...value)
    }
  }
  for (let killed = 0; killed < times; killed += 1) {
    const which = killed % 2
    const { engine, started } = engines[which] ?? start()
    await started
    const chunk = Math.max(2, Math.floor(events / 3 / times))
    // By what was appended rather than by the clock, as a busy machine may do nothing for a while.
    const from = wanted.length + random.between(2, 2 * chunk)
    const appending = appendSome(chunk)
    while (wanted.length < from && !isDone) await sleep(1)
    await sleep(random.between(0, longestPause))
    await engine.kill('SIGKILL')
    engines[which] = start()
    await appending
  }
  await appendSome(Number.POSITIVE_INFINITY)
  return {
    wanted,
    async end() {
      for (const { engine, started } of engines) {
        await started
        await engine.kill('SIGKILL')
      }
    },
  }
}
