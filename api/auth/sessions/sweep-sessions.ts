import { sql } from 'kysely'
import type pg from 'pg'
import { sweepDevices } from '#api/accounts/known-devices.ts'
import { sweepChallenges } from '#api/accounts/second-factor/passkey-challenges.ts'
import { sweepTickets } from '#api/accounts/second-factor/tickets.ts'
import { sweepAudit } from '#api/audit/audit-rows.ts'
import { sweepRefused } from '#api/commands/sweep-refused.ts'
import { idleDays, longestDays } from '#api/rights/sessions.ts'
import { type RepeatedTask, repeatUntilStopped } from '#api/services/repeated-task.ts'
import type { Services } from '#api/services/services.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** Ended and expired sessions are kept this many more days, in case somebody asks about them. */
const keptDays = 7
const batchSize = 500
const hour = 3_600_000

const daysAgo = (days: number) => sql<string>`now() - ${`${days} days`}::interval`

const sweepBatch = statement('sweep-sessions', (p: Parameters<{ limit: number }>) =>
  db
    .with('expired', (of) =>
      of
        .selectFrom('session')
        .select('session_id')
        .where((session) =>
          session.or([
            session('revoked_at', '<', daysAgo(keptDays)),
            session('created_at', '<', daysAgo(longestDays + keptDays)),
            session('last_used_at', '<', daysAgo(idleDays + keptDays)),
          ]),
        )
        .limit(p.limit)
        .forUpdate()
        .skipLocked(),
    )
    .with('swept_tokens', (of) =>
      of
        .deleteFrom('refresh_token')
        .where('session_id', 'in', (expired) => expired.selectFrom('expired').select('session_id')),
    )
    .deleteFrom('session')
    .where('session_id', 'in', (expired) => expired.selectFrom('expired').select('session_id')),
)

/** Deletes sessions that ended or expired long ago, with their refresh tokens, in batches. Returns how many there were. */
export async function sweepSessions(pool: pg.Pool, limit = batchSize): Promise<number> {
  for (let swept = 0; ; ) {
    const { rowCount } = await pool.query(sweepBatch({ limit }))
    swept += rowCount ?? 0
    if ((rowCount ?? 0) < limit) return swept
  }
}

/** Sweeps sessions, devices, old entries of audit lists and old refusals now and every hour, until stopped. */
export const startSessionSweep = ({ authPool, logger }: Pick<Services, 'authPool' | 'logger'>): RepeatedTask =>
  repeatUntilStopped(
    { every: hour, onFault: (error) => logger.warn({ err: error }, 'session sweep failed; it will be retried') },
    async () => {
      await sweepSessions(authPool)
      await sweepDevices(authPool)
      await sweepTickets(authPool)
      await sweepChallenges(authPool)
      await sweepAudit(authPool)
      await sweepRefused(authPool)
    },
  )
