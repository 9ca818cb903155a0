import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { idleDays, longestDays } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'

/** So long after it was ended somebody may still want to know of a session. */
const keptDays = 7
const mostAtOnce = 500
const everyHour = 3_600_000

/**
 * Removes sessions of anybody that were ended or ran out a while ago, with their refresh tokens, a few hundred at a time.
 * Answers how many there were.
 */
export async function sweepSessions(pool: pg.Pool, most = mostAtOnce): Promise<number> {
  for (let swept = 0; ; ) {
    const { rowCount } = await pool.query({
      name: 'sweep-sessions',
      text: `
        with over as (
            select session_id from session
            where revoked_at < now() - $1::interval or created_at < now() - $2::interval
              or last_used_at < now() - $3::interval
            limit $4 for update skip locked
          ),
          swept_tokens as (delete from refresh_token where session_id in (select session_id from over))
        delete from session where session_id in (select session_id from over)`,
      values: [`${keptDays} days`, `${longestDays + keptDays} days`, `${idleDays + keptDays} days`, most],
    })
    swept += rowCount ?? 0
    if ((rowCount ?? 0) < most) return swept
  }
}

/** Sweeps now and every hour until it is stopped. */
export function startSessionSweep({ authPool, logger }: Pick<Services, 'authPool' | 'logger'>): {
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const keep = async () => {
    while (!stopping.signal.aborted) {
      await sweepSessions(authPool).catch((error: unknown) =>
        logger.warn({ err: error }, 'old sessions will be swept later'),
      )
      await sleep(everyHour, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const keeping = keep()
  return {
    async stop() {
      stopping.abort()
      await keeping
    },
  }
}
