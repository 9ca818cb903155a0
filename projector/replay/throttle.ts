import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { trackCompaniesBehind } from '#projector/live/companies-behind.ts'
import { ofRelease, pairs, type Release } from '#projector/rows/checkpoints.ts'

/** A replay waits while an event is longer unfolded than this, in seconds. */
const mostLag = 0.5
/** An event that waits longer than this waits for something else, such as a projector that does not run. */
const hopeless = 30
/** One wait, in milliseconds: a replay goes on a little even where waiting does not help. */
const longestWait = 2_000
const lookEvery = 250
/** While somebody changes something, a replay rests for so many times as long as it works: their commands hardly notice it. */
const restWhenBusy = 12
const busyFor = 1_000
const longestRest = 1_000

/** Holds replays back in favour of live work, whichever process does that. */
export type Throttle = {
  /** Looks at live work from now on, until the function that it answers is called. */
  watch(): () => void
  /** For one builder, to await between two pieces of its work. */
  forBuilder(): () => Promise<void>
}

export function openThrottle(pool: pg.Pool, release: Release, logger: Logger): Throttle {
  const tracker = trackCompaniesBehind(pool, release)
  const behind = new Set<string>()
  let watching = 0
  let timer: NodeJS.Timeout | undefined
  let lagging: PromiseWithResolvers<void> | undefined

  const goOn = () => {
    lagging?.resolve()
    lagging = undefined
  }

  async function look() {
    try {
      for (const companyId of await tracker.behind('all')) behind.add(companyId)
      const lags = behind.size > 0 ? await lagsOf(pool, release, [...behind]) : []
      behind.clear()
      for (const { companyId } of lags) behind.add(companyId)
      if (lags.some(({ seconds }) => seconds > mostLag && seconds < hopeless)) lagging ??= Promise.withResolvers()
      else goOn()
    } catch (error) {
      logger.warn({ err: error }, 'cannot see how far live rows are behind')
      goOn()
    }
    if (watching > 0) timer = setTimeout(look, lookEvery)
  }

  return {
    watch() {
      watching += 1
      if (watching === 1) void look()
      return () => {
        watching -= 1
        if (watching > 0) return
        clearTimeout(timer)
        goOn()
      }
    },
    forBuilder() {
      let began = performance.now()
      return async () => {
        const worked = performance.now() - began
        if (lagging) await Promise.race([lagging.promise, sleep(longestWait)])
        else if (performance.now() - tracker.movedAt() < busyFor)
          await sleep(Math.min(worked * restWhenBusy, longestRest))
        began = performance.now()
      }
    },
  }
}

/** How long the first event that each of these companies has not folded is there by now. */
async function lagsOf(pool: pg.Pool, release: Release, companyIds: readonly string[]) {
  const { rows } = await pool.query<{ companyId: string; seconds: number }>({
    name: 'lags',
    text: `select checkpoint.company_id "companyId", max(extract(epoch from now() - recorded_at))::float8 seconds
      from checkpoint join event on event.company_id = checkpoint.company_id and event.seq = checkpoint.seq + 1
      where checkpoint.company_id = any ($3) and status = 'live' and (projection, checkpoint.version) in (select * from ${ofRelease})
      group by 1`,
    values: [...pairs(release), companyIds],
  })
  return rows
}
