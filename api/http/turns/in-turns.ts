import { setImmediate as afterOthers } from 'node:timers/promises'
import { standBack } from './stand-back.ts'

/** How many steps a long computation takes before others are served, and for how long, in milliseconds. */
const stepsInATurn = 100
const longestTurn = 1

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Lets other requests be served, and waits for the turn of this computation. Only one computation takes a turn between them, so
 * that five keep a request waiting no longer than one; and all of them stand back for changes.
 */
export function othersTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => afterOthers()).then(() => standBack(longestTurn))
  return lastTurn
}

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
  let until = performance.now() + longestTurn
  for (const one of steps) {
    yield one
    taken += 1
    if (taken < stepsInATurn && performance.now() < until) continue
    await othersTurn()
    taken = 0
    until = performance.now() + longestTurn
  }
}
