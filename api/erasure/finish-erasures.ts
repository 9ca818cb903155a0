import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type pg from 'pg'
import { removeUnlessReferenced } from '#api/images/references.ts'
import type { Services } from '#api/services/services.ts'
import { projections } from '#core/projections/projections.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { changeRuns } from '#ledger/read-models/replay-runs.ts'
import { askFoldingAnew } from './fold-anew.ts'
import { forgetInStatistics } from './forget-in-statistics.ts'

type Parts = Pick<Services, 'config' | 'ledgerPool' | 'overviewPool' | 'images' | 'bell' | 'logger'>
type Unfinished = {
  companyId: string
  erasureId: string
  files: string[]
  imports: boolean
  createdAt: string
  runId: string | null
  /** Of the replay; missing where there is none any more. */
  state: string | null
  /** Whether it ended so lately that it would end in the same way again. */
  recent: boolean | null
  /** Whether rows of before are still to be removed: the replay is done when its own are read, which is earlier. */
  hasOldRows: boolean
  /** An older release has asked for the replay, whose versions this one's projectors do not build. */
  isOlder: boolean
}

const lookEvery = 2_000
const atATime = pLimit(1)

/**
 * Does what erasures have left to do, until it is stopped: removes the files of photos and of imports, and sees to it that the
 * replay is made to its end. An erasure is forgotten here only when nothing is left; so whoever dies in between, another process
 * or the next one goes on. To do it twice is as good as once.
 */
export function finishErasures(parts: Parts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const keep = async () => {
    while (!stopping.signal.aborted) {
      await finishAll(parts).catch((error: unknown) =>
        parts.logger.warn({ err: error }, 'erasures will be finished later'),
      )
      await sleep(lookEvery, undefined, { signal: stopping.signal }).catch(() => undefined)
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

/** Looks at each erasure that is not finished. */
export async function finishAll(parts: Parts): Promise<void> {
  const { rows } = await parts.overviewPool.query<Unfinished>({
    name: 'unfinished-erasures',
    text: `
      select e.company_id "companyId", e.erasure_id "erasureId", e.files, e.imports, e.created_at "createdAt",
        e.run_id "runId", r.state, r.ended_at > now() - interval '1 minute' recent,
        exists (select from checkpoint c where c.company_id = e.company_id and c.created_at <= e.created_at
          and c.status not in ('live', 'parked')) "hasOldRows",
        exists (select from unnest(r.projections, r.versions) wanted (projection, version)
          join unnest($1::text[], $2::int[]) known (projection, version) using (projection)
          where wanted.version < known.version) "isOlder"
      from erasure e left join replay_run r on r.company_id = e.company_id and r.run_id = e.run_id
      order by e.created_at limit 100`,
    values: [projections.map((one) => one.name), projections.map((one) => one.version)],
  })
  // One that cannot go on now, for a store that refuses its files, holds up no other.
  const ended = await Promise.allSettled(rows.map((one) => atATime(() => finish(parts, one))))
  const broken = ended.find((one) => one.status === 'rejected')
  if (broken) throw broken.reason
}

async function finish({ config, ledgerPool, images, bell, logger }: Parts, one: Unfinished): Promise<void> {
  const { companyId, erasureId, runId, state, recent, hasOldRows, isOlder } = one
  for (const src of one.files) await removeUnlessReferenced(ledgerPool, images.files, companyId, src)
  const left = one.imports ? await removeImports(ledgerPool, one) : 0
  const isUnderWay = (state === 'waiting' || state === 'running') && !isOlder
  if (isUnderWay || (state === 'failed' && recent)) return
  if (state === 'done') {
    if (left > 0 || hasOldRows) return
    await forgetInStatistics(config.databaseUrl)
    await inCompany(ledgerPool, companyId, async (client) => {
      // Whoever compared all companies in the moment of the erasure has found what it said in the rows of before.
      await client.query(
        `update replay_run set comparisons = null where company_id = $1 and comparisons is not null
          and ended_at <= (select ended_at from replay_run where company_id = $1 and run_id = $2)`,
        [companyId, runId],
      )
      await client.query('delete from erasure where company_id = $1 and erasure_id = $2', [companyId, erasureId])
    })
    return
  }
  logger.warn({ companyId, state }, 'what was erased is folded away again: that was broken off')
  await inCompany(ledgerPool, companyId, async (client) => {
    if (state === 'paused' && runId && !isOlder) return changeRuns(client, 'resume', { runId, companyId })
    const again = await askFoldingAnew(client, companyId)
    await client.query('update erasure set run_id = $2 where company_id = $1', [companyId, again])
  })
  bell.ring('fettle_runs', [companyId])
}

/** Files of jobs that were uploaded before; one that is being imported stays until that has ended. Answers how many stay. */
const removeImports = (pool: pg.Pool, { companyId, createdAt }: Unfinished): Promise<number> =>
  inCompany(pool, companyId, async (client) => {
    await client.query(
      `delete from import_run where company_id = $1 and created_at <= $2 and state <> 'running' and lease_until < now()`,
      [companyId, createdAt],
    )
    const { rowCount } = await client.query('select from import_run where company_id = $1 and created_at <= $2', [
      companyId,
      createdAt,
    ])
    return rowCount ?? 0
  })
