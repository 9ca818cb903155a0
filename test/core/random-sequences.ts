import { lengthOf, runSeed } from '#test/reliability/extent.ts'

/** How many random sequences of commands each property is tried on: some in the suite, or as many as the environment sets. */
const numRuns = lengthOf('FETTLE_SEQUENCES', 50)
export const sequences = { numRuns, seed: runSeed() }

/** For a busy machine: half a second is usual in the suite. */
export const sequencesTimeout = 60_000 + numRuns * 100
