import type pg from 'pg'
import { readRunsOf } from '#api/projections/read-projections.ts'
import { openRunStates, type RunsPush } from '#core/wire/projections.ts'
import { batchIds } from './batch-ids.ts'

/** A company hears of its runs so often at most, in milliseconds. */
const betweenPushes = 1_000
/** The end of a run is told once more to who may have missed it. */
const endedFor = 5_000

export type RunsPushParts = {
  pool: pg.Pool
  /** The companies whose sockets this process holds. */
  connected(): ReadonlySet<string>
  emit(companyId: string, push: RunsPush): void
  now(): Date
  onFault(error: unknown): void
}

/** Tells sockets of the office how far the runs of their company are, whenever the bell says that one has moved. */
export function pushRuns({ pool, connected, emit, now, onFault }: RunsPushParts) {
  const underWay = new Set<string>()
  const tell = async (companyId: string) => {
    const runs = (await readRunsOf(pool, companyId)).filter(
      ({ state, endedAt }) =>
        openRunStates.includes(state) || (endedAt !== undefined && now().getTime() - Date.parse(endedAt) < endedFor),
    )
    if (runs.length > 0) emit(companyId, { runs })
    if (runs.some((one) => openRunStates.includes(one.state))) underWay.add(companyId)
    else underWay.delete(companyId)
  }
  const gather = batchIds(betweenPushes, async (companyIds) => {
    for (const companyId of companyIds) await tell(companyId).catch(onFault)
  })
  return (companyIds: readonly string[] | 'all') => {
    const here = connected()
    // A notice that was lost is made up for by the next, while there is something to tell of.
    gather([...(companyIds === 'all' ? underWay : companyIds)].filter((one) => here.has(one)))
  }
}
