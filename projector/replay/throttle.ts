import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { trackCompaniesBehind } from '#projector/live/companies-behind.ts'
import { knownPairs, namesOf, type Release, type ReleaseNames } from '#projector/rows/release.ts'

/** A replay waits while any event has gone unfolded for longer than this, in seconds. */
const maxLag = 0.5
/** An event unfolded for longer than this, in seconds, has another cause, such as a projector that is not running. */
const stuckAfter = 30
/** The longest single wait, in milliseconds, so that a replay makes progress even if waiting does not help. */
const longestWait = 2_000
const checkEvery = 250
/** While people are making changes, a replay rests this many times as long as it worked, so that commands barely slow down. */
const restWhenBusy = 12
/** A change within this many milliseconds counts as people making changes. */
const busyFor = 1_000
const longestRest = 1_000

/** Slows replays down in favour of live work, whichever process that runs in. */
export type Throttle = {
  /** Monitors live work until the returned function is called. */
  watch(): () => void
  /** Returns a function for one builder to await between pieces of its work. */
  forBuilder(): () => Promise<void>
}

export function openThrottle(pool: pg.Pool, release: Release, logger: Logger): Throttle {
  const tracker = trackCompaniesBehind(pool, release)
  const behind = new Set<string>()
  let watchers = 0
  let timer: NodeJS.Timeout | undefined
  let lagging: PromiseWithResolvers<void> | undefined

  const resume = () => {
    lagging?.resolve()
    lagging = undefined
  }

  async function check() {
    try {
      for (const companyId of await tracker.behind('all')) behind.add(companyId)
      const lags = behind.size > 0 ? await lagsOf(pool, release, [...behind]) : []
      behind.clear()
      for (const { companyId } of lags) behind.add(companyId)
      if (lags.some(({ seconds }) => seconds > maxLag && seconds < stuckAfter)) lagging ??= Promise.withResolvers()
      else resume()
    } catch (error) {
      logger.warn({ err: error }, 'cannot read how far live rows lag behind')
      resume()
    }
    if (watchers > 0) timer = setTimeout(check, checkEvery)
  }

  return {
    watch() {
      watchers += 1
      if (watchers === 1) void check()
      return () => {
        watchers -= 1
        if (watchers > 0) return
        clearTimeout(timer)
        resume()
      }
    },
    forBuilder() {
      let startedAt = performance.now()
      return async () => {
        const worked = performance.now() - startedAt
        if (lagging) await Promise.race([lagging.promise, sleep(longestWait)])
        else if (performance.now() - tracker.movedAt() < busyFor)
          await sleep(Math.min(worked * restWhenBusy, longestRest))
        startedAt = performance.now()
      }
    },
  }
}

/** For each of these companies that is behind, how long its oldest unfolded event has been waiting, in seconds. */
const lagsOf = (pool: pg.Pool, release: Release, companyIds: readonly string[]) =>
  rowsOf(pool, lags({ ...namesOf(release), companyIds }))

const lags = statement('lags', (p: Parameters<ReleaseNames & { companyIds: readonly string[] }>) =>
  db
    .selectFrom('checkpoint')
    .innerJoin('event', (join) =>
      join
        .onRef('event.company_id', '=', 'checkpoint.company_id')
        .on(({ eb, ref }) => eb('event.seq', '=', eb(ref('checkpoint.seq'), '+', 1))),
    )
    .select('checkpoint.company_id as companyId')
    .select(({ ref }) => sql<number>`max(extract(epoch from now() - ${ref('recorded_at')}))::float8`.as('seconds'))
    .where(({ eb, fn }) => eb('checkpoint.company_id', '=', fn.any(p.companyIds)))
    .where('status', '=', 'live')
    .where(({ eb, refTuple }) => eb(refTuple('projection', 'checkpoint.version'), 'in', knownPairs(p)))
    .groupBy('checkpoint.company_id'),
)
