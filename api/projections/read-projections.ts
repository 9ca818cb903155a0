import type pg from 'pg'
import { accountsQuery } from '#api/reads/accounts.ts'
import { projections } from '#core/projections/projections.ts'
import type { ComparisonAnswer, ProjectionRun, ProjectionsAnswer } from '#core/wire/projections.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type EventRow, eventColumns, storedEvent } from '#ledger/log/read.ts'
import { type RunRecord, readComparison, readRuns, toProjectionRun } from '#ledger/read-models/replay-runs.ts'
import { type ProjectionsSnapshot, projectionStatuses, ratesOf, recentSeconds } from './projection-status.ts'

const mostRuns = 20
/** Rates are made of no more than the newest of these. */
const mostRecent = 2_000

const inSnapshot = <T>(pool: pg.Pool, companyId: string, work: (client: pg.PoolClient) => Promise<T>) =>
  inCompany(pool, companyId, async (client) => {
    await client.query('set transaction isolation level repeatable read read only')
    return work(client)
  })

/** How a company's projections stand, and what was asked of them. */
export const readProjections = (pool: pg.Pool, companyId: string, now: Date): Promise<ProjectionsAnswer> =>
  inSnapshot(pool, companyId, async (client) => {
    const heads = await client.query<{ epoch: number; seq: number }>({
      name: 'head-of-projections',
      text: 'select epoch, seq from company_head where company_id = $1',
      values: [companyId],
    })
    const [head] = heads.rows
    const found: ProjectionsSnapshot = {
      now,
      head: head?.seq ?? 0,
      checkpoints: (await client.query<ProjectionsSnapshot['checkpoints'][number]>(checkpoints(companyId))).rows,
      runs: await readRuns(client, companyId, mostRuns),
      recent: (await client.query<EventRow>(recentEvents(companyId, head?.seq ?? 0, now))).rows.map(storedEvent),
    }
    const usernames = await usernamesIn(client, companyId)
    return {
      ledger: { epoch: head?.epoch ?? 0, events: found.head, rate: ratesOf(undefined, found.recent, now).at(-1) ?? 0 },
      projections: projectionStatuses(found),
      runs: found.runs.map((one) => toProjectionRun(one, nameOf(one, usernames))),
    }
  })

/** The runs of a company that were told to move, for a push. */
export const readRunsOf = (pool: pg.Pool, companyId: string): Promise<ProjectionRun[]> =>
  inSnapshot(pool, companyId, async (client) => {
    const runs = await readRuns(client, companyId, mostRuns)
    const usernames = await usernamesIn(client, companyId)
    return runs.map((one) => toProjectionRun(one, nameOf(one, usernames)))
  })

/** The last comparison of a projection; rows that are one person's own are told to `userId` alone. */
export const readLastComparison = (
  pool: pg.Pool,
  { companyId, userId }: { companyId: string; userId: string },
  name: string,
): Promise<ComparisonAnswer | undefined> =>
  inSnapshot(pool, companyId, async (client) => {
    const last = await readComparison(client, companyId, name)
    if (!last) return undefined
    const { rows } = await client.query<{ until: string }>({
      name: 'standing-comparison',
      text: `select expires_at until from checkpoint
        where company_id = $1 and projection = $2 and status = 'compared' and run_id = $3 and expires_at > now()`,
      values: [companyId, name, last.runId],
    })
    const isOwn = projections.find((one) => one.name === name)?.audience === 'own'
    const { differences } = last.comparison
    return {
      ...last,
      standing: rows.length > 0,
      ...(rows[0] ? { until: rows[0].until } : {}),
      comparison: {
        ...last.comparison,
        differences: isOwn ? differences.filter((one) => one.key === userId) : differences,
      },
    }
  })

const checkpoints = (companyId: string): pg.QueryConfig => ({
  name: 'checkpoints-of-company',
  text: `select checkpoint.*, next.recorded_at next_at, next.type next_type, next.stream next_stream,
      next.stream_id next_stream_id
    from checkpoint left join event next on next.company_id = checkpoint.company_id and next.seq = checkpoint.seq + 1
      and checkpoint.status in ('live', 'parked')
    where checkpoint.company_id = $1 order by generation desc`,
  values: [companyId],
})

const recentEvents = (companyId: string, head: number, now: Date): pg.QueryConfig => ({
  name: 'recent-events',
  text: `select ${eventColumns} from event where company_id = $1 and seq > $2 and recorded_at > $3 order by seq`,
  values: [companyId, head - mostRecent, new Date(now.getTime() - recentSeconds * 1_000)],
})

async function usernamesIn(client: pg.ClientBase, companyId: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ user_id: string; username: string }>(accountsQuery(companyId))
  return new Map(rows.map((one) => [one.user_id, one.username]))
}

const nameOf = ({ userId }: RunRecord, usernames: ReadonlyMap<string, string>) =>
  (userId === null ? undefined : usernames.get(userId)) ?? ''
