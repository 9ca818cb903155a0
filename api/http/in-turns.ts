import { setImmediate as othersTurn } from 'node:timers/promises'

/** How many steps a long computation takes before others are served; each is well under 20 microseconds. */
const stepsInATurn = 100

/**
 * Takes all steps of a long computation and returns what they gave, without the undefined ones. Other requests are served in
 * between, so that nobody waits for the whole of it. Throws what a step throws.
 */
export async function inTurns<T>(steps: Iterable<T | undefined>): Promise<T[]> {
  const given: T[] = []
  for await (const one of eachInTurns(steps)) if (one !== undefined) given.push(one)
  return given
}

/** The same steps one after the other, for a stream: one that is written as fast as it is read never lets others be served. */
export async function* eachInTurns<T>(steps: Iterable<T>): AsyncGenerator<T> {
  let taken = 0
  for (const one of steps) {
    yield one
    taken += 1
    if (taken % stepsInATurn === 0) await othersTurn()
  }
}
