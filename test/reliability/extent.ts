import type { TaskMeta } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** How much a test has tried, such as '300 kills, 41,000 acknowledged'; `npm run proof` prints it. */
    extent?: string
    /** What its negative controls have found: the same checks on something that has the fault. */
    controls?: string[]
    /** The negative controls in which the checks found nothing. */
    missed?: string[]
    /** The seed that repeats it. */
    seed?: number
  }
}

/** A new one for each run of the tests, unless the environment names an earlier one. */
const chosen = Math.floor(Math.random() * 1_000_000)

/** How long a test is: `short` in the suite, or as long as the environment sets. Throws unless that is a whole number above 0. */
export function lengthOf(name: `FETTLE_${string}`, short: number): number {
  const length = Number(process.env[name] ?? short)
  if (!Number.isInteger(length) || length < 1) throw new Error(`${name} must be a whole number above 0`)
  return length
}

/** The seed of this run, from FETTLE_SEED if that is set. Throws unless it is a whole number. */
export function runSeed(): number {
  const seed = Number(process.env.FETTLE_SEED ?? chosen)
  if (!Number.isInteger(seed)) throw new Error('FETTLE_SEED must be a whole number')
  return seed
}

/** The seed of this run, printed and noted on the test. */
export function seedOf(task: { name: string; meta: TaskMeta }): number {
  const seed = runSeed()
  task.meta.seed = seed
  console.info(`FETTLE_SEED=${seed}: ${task.name}`)
  return seed
}

const numbers = new Intl.NumberFormat('en-GB')

/** A number with its noun: '1 kill', '41,000 events'. */
export const count = (number: number, noun: string, ending = 's'): string =>
  `${numbers.format(number)} ${noun}${number === 1 ? '' : ending}`
