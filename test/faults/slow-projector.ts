import { pino } from 'pino'
import { projections } from '#core/projections/projections.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect } from '#ledger/database/connect.ts'
import { runProjector } from '#projector/live/projector.ts'
import { runReplays } from '#projector/replay/replay-worker.ts'
import type { Release } from '#projector/rows/release.ts'

/** A projector for tests that replays the jobs list as slowly as a slow machine would, so that its replay can be watched. */
const databaseUrl = process.env.DATABASE_URL
if (!databaseUrl) throw new Error('DATABASE_URL is missing')
/**
 * Milliseconds per job event. A replay of 20,000 takes 40 seconds, far longer than a test watches it: one of 12 seconds could end
 * before a busy machine had paused and resumed it.
 */
const pause = 2
/** It sleeps this many milliseconds or more at a time: on a busy machine each sleep ends late, and many short ones would add up to a minute. */
const shortest = 100
const still = new Int32Array(new SharedArrayBuffer(4))
let due = 0
function keepPace() {
  const now = performance.now()
  due = Math.max(due, now - shortest) + pause
  if (due - now >= shortest) Atomics.wait(still, 0, 0, due - now)
}
const all: Release = projections
const slow: Release = all.map((one) =>
  one.name === 'job-rows'
    ? {
        ...one,
        fold: (row, event) => {
          keepPace()
          return one.fold(row, event)
        },
      }
    : one,
)
const pool = connect(databaseUrl, 'fettle_projector', { max: 5, queryTimeout: 60_000 })
const options = { pool, bell: openBell(databaseUrl), logger: pino({ level: 'warn' }) }
runProjector(options)
runReplays({ ...options, release: slow })
