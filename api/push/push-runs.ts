import type { ProjectionRun, RunsPush } from '#core/wire/projections.ts'
import { openRunStates } from '#core/wire/replay/run-states.ts'
import { batchIds } from './batch-ids.ts'

/** Pushes to one company are at least this far apart, in milliseconds. */
const betweenPushes = 1_000
/** The end of a run is repeated for this long, in milliseconds, in case it was missed. */
const endedFor = 5_000

export type RunsPushParts = {
  read(companyId: string): Promise<readonly ProjectionRun[]>
  /** The companies with sockets in this process. */
  companies: Pick<ReadonlySet<string>, 'has'>
  emit(companyId: string, push: RunsPush): void
  now(): Date
  onFault(error: unknown): void
}

/** Pushes the progress of a company's runs to its office whenever the bell reports that one has progressed. */
export function pushRuns({ read, companies, emit, now, onFault }: RunsPushParts) {
  const underWay = new Set<string>()
  const pushTo = async (companyId: string) => {
    const runs = (await read(companyId)).filter(
      ({ state, endedAt }) =>
        openRunStates.includes(state) || (endedAt !== undefined && now().getTime() - Date.parse(endedAt) < endedFor),
    )
    if (runs.length > 0) emit(companyId, { runs })
    if (runs.some((one) => openRunStates.includes(one.state))) underWay.add(companyId)
    else underWay.delete(companyId)
  }
  const gather = batchIds(betweenPushes, async (companyIds) => {
    for (const companyId of companyIds) await pushTo(companyId).catch(onFault)
  })
  return (companyIds: readonly string[] | 'all') => {
    // While a run is open, the next notification makes up for a lost one.
    gather([...(companyIds === 'all' ? underWay : companyIds)].filter((one) => companies.has(one)))
  }
}
