import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import type { ProjectionOverview, ProjectionState, StuckAt } from '#core/wire/projections.ts'
import { openRunStates } from '#core/wire/replay/run-states.ts'
import type { RunRecord } from '#ledger/read-models/replay-runs.ts'
import type { CheckpointRecord } from '#ledger/read-models/row-types.ts'

/** The facts about a company's projections, read at one snapshot. */
export type ProjectionsSnapshot = {
  now: Date
  head: number
  checkpoints: readonly (CheckpointRecord & Partial<NextEvent>)[]
  runs: readonly RunRecord[]
  /** Events of the last two minutes. */
  recent: readonly StoredEvent[]
}
/** The first event that a live checkpoint has not folded. */
type NextEvent = {
  next_at: string | null
  next_type: string | null
  next_stream: string | null
  next_stream_id: string | null
}

const stepSeconds = 5
const steps = 24
/** The age of the oldest event that counts towards the rates, in seconds. */
export const recentSeconds = stepSeconds * steps
const behindAfter = 1

/** The status of each projection of this release, in the order of the screen. */
export const projectionStatuses = (found: ProjectionsSnapshot): ProjectionOverview[] =>
  projections.map((one) => projectionStatus(one, found))

function projectionStatus(projection: Projection, found: ProjectionsSnapshot): ProjectionOverview {
  const { name, version } = projection
  const checkpoints = found.checkpoints.filter((one) => one.projection === name)
  const live = checkpoints.find((one) => one.status === 'live' || one.status === 'parked')
  const runs = found.runs.filter((one) => one.projections.includes(name))
  const open = runs.find((one) => openRunStates.includes(one.state))
  const last = runs.find((one) => !openRunStates.includes(one.state))
  const [kept, compared] = [unexpired(checkpoints, 'kept', found.now), unexpired(checkpoints, 'compared', found.now)]
  const lag = {
    events: Math.max(0, found.head - (live?.seq ?? 0)),
    seconds: live?.next_at ? Math.max(0, (found.now.getTime() - Date.parse(live.next_at)) / 1_000) : 0,
  }
  const isStale = live !== undefined && live.status === 'live' && live.undone_version !== null && live.version < version
  const rates = ratesOf(projection, found.recent, found.now)
  return {
    name,
    version,
    ...(live ? { liveVersion: live.version, generation: live.generation, seq: live.seq } : {}),
    lag,
    rate: rates.at(-1) ?? 0,
    rates,
    state: stateOf(live, { isStale, open, lag }),
    ...(live?.next_at && (isStale || live.status === 'parked') ? { staleSince: live.next_at } : {}),
    ...(live?.status === 'parked' ? { parkedAt: parkedAt(live) } : {}),
    ...(open ? { runId: open.runId } : {}),
    ...(last ? { lastRunId: last.runId } : {}),
    ...(kept && kept.version <= version
      ? { undo: { version: kept.version, seq: kept.seq, until: kept.until, stale: kept.version < version } }
      : {}),
    ...(compared?.version === version ? { compared } : {}),
  }
}

function stateOf(
  live: CheckpointRecord | undefined,
  { isStale, open, lag }: { isStale: boolean; open: RunRecord | undefined; lag: ProjectionOverview['lag'] },
): ProjectionState {
  if (live?.status === 'parked') return 'parked'
  if (open) return open.kind === 'compare' ? 'comparing' : 'building'
  if (isStale) return 'stale'
  return live === undefined || lag.seconds > behindAfter ? 'behind' : 'live'
}

function unexpired(checkpoints: ProjectionsSnapshot['checkpoints'], status: 'kept' | 'compared', now: Date) {
  const one = checkpoints.find(
    (each) => each.status === status && each.expires_at && Date.parse(each.expires_at) > now.getTime(),
  )
  if (!one?.expires_at) return undefined
  const { version, seq, run_id, expires_at: until } = one
  return { version, seq, until, ...(run_id === null ? {} : { runId: run_id }) }
}

/** A projection is parked at the event after its checkpoint. */
function parkedAt(live: ProjectionsSnapshot['checkpoints'][number]): StuckAt {
  const { error_seq, seq, error, next_type, next_stream, next_stream_id } = live
  return {
    seq: error_seq ?? seq + 1,
    ...(next_type ? { type: next_type } : {}),
    ...(next_stream ? { stream: next_stream } : {}),
    ...(next_stream_id ? { streamId: next_stream_id } : {}),
    error: error ?? '',
  }
}

/** Events per second that the projection folds, in steps up to now. */
export function ratesOf(projection: Pick<Projection, 'key'> | undefined, recent: readonly StoredEvent[], now: Date) {
  const counts = Array.from({ length: steps }, () => 0)
  for (const event of recent) {
    const step = steps - 1 - Math.floor((now.getTime() - Date.parse(event.recordedAt)) / (stepSeconds * 1_000))
    const at = Math.min(steps - 1, step)
    if (at >= 0 && isRelevant(projection, event)) counts[at] = (counts[at] ?? 0) + 1
  }
  return counts.map((count) => count / stepSeconds)
}

function isRelevant(projection: Pick<Projection, 'key'> | undefined, event: StoredEvent): boolean {
  try {
    return projection === undefined || projection.key(event) !== undefined
  } catch {
    return false // An event type unknown to this release parks the projection; here it is not counted.
  }
}
