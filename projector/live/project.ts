import type pg from 'pg'
import type { FoldedEvent } from '#core/ledger/ledger.ts'
import { projections } from '#core/projections/projections.ts'
import { type Ending, inCompany, inCompanyUnflushed, isDatabaseError } from '#ledger/database/connect.ts'
import { readEvents } from '#ledger/log/read.ts'
import { type Folding, lockBehind, moveCheckpoints, park } from '#projector/rows/checkpoints.ts'
import { type Failure, firstUnreadable, fold, missingKeys, type Target } from '#projector/rows/fold.ts'
import type { Release } from '#projector/rows/release.ts'
import { loadRows, writes } from '#projector/rows/row-store.ts'

/** How many events are read, folded and written together; larger batches are no faster. */
export const batchSize = 2_000

/** Fewer events than this travel with the locks, if the caller knows where the rows are. */
const fewEvents = 50

export type Batch = {
  /** Events read, each counted once, however many projections folded it. */
  events: number
  /** The seq up to which rows were folded; missing if there were none to fold. */
  seq?: number
  /** Whether there may be more to fold now. */
  more: boolean
  parked: ({ projection: string } & Failure)[]
}

export type BatchOptions = {
  limit?: number
  /** The seq at which the rows probably are: the events after it are read in the same round trip. */
  expected?: number
  folding?: Folding
}

/**
 * Folds the next events of one company into all its live rows that are behind, or into those that are parked: they are live again
 * once the event that stopped them has been folded, and no sooner, so that no other release stops at it again. Reading, folding,
 * writing and moving the checkpoints are one transaction, so each event counts exactly once whatever fails. Its commit does not wait for the disk: if a crash of
 * PostgreSQL undoes it, rows and checkpoints are lost together and folded again. An event that cannot be folded, or whose rows cannot
 * be stored, parks only the projection that it stops. Throws other database errors, with nothing done.
 */
export async function project(
  pool: pg.Pool,
  companyId: string,
  release: Release = projections,
  { limit = batchSize, expected, folding = 'live' }: BatchOptions = {},
): Promise<Batch> {
  try {
    return await inCompanyUnflushed(
      pool,
      companyId,
      (client) =>
        Promise.all([
          lockBehind(client, release, companyId, folding),
          expected === undefined ? undefined : readEvents(client, companyId, expected, Math.min(limit, fewEvents)),
        ]),
      (client, [targets, next]) => projectBatch(client, companyId, targets, { limit, expected, next }),
    )
  } catch (error) {
    if (!isRowError(error)) throw error
    return isolateFailure(pool, companyId, release, { limit, folding }, error)
  }
}

type Reading = {
  limit: number
  expected: number | undefined
  /** The events after `expected`, or the first few of them. */
  next: readonly FoldedEvent[] | undefined
}

async function projectBatch(
  client: pg.ClientBase,
  companyId: string,
  targets: readonly Target[],
  { limit, expected, next }: Reading,
): Promise<Ending<Batch>> {
  const done: Batch = { events: 0, more: false, parked: [] }
  // Usually all are at one seq; one that was parked reads its own events, and the others do not wait for it.
  for (const [seq, group] of Map.groupBy(targets, (target) => target.seq)) {
    const isWhole = next !== undefined && seq === expected && next.length < Math.min(limit, fewEvents)
    const events = isWhole ? next : await readEvents(client, companyId, seq, limit)
    await foldLoaded(client, companyId, group, events)
    done.events += events.length
    done.more ||= events.length === limit
  }
  if (targets.length > 0) done.seq = Math.min(...targets.map((one) => one.seq))
  done.parked = targets.flatMap(({ projection, failure }) =>
    failure ? [{ projection: projection.name, ...failure }] : [],
  )
  const last = targets.length > 0 ? [...writes(companyId, targets), moveCheckpoints(companyId, targets)] : []
  return { last, result: done }
}

/** Folds events into targets after loading the rows that they touch. */
export async function foldLoaded(
  client: pg.ClientBase,
  companyId: string,
  targets: readonly Target[],
  events: readonly FoldedEvent[],
  unreadable = firstUnreadable(events),
) {
  await Promise.all(targets.map((target) => loadRows(client, companyId, target, missingKeys(target, events))))
  for (const target of targets) fold(target, events, unreadable)
}

/** Narrows down what PostgreSQL refuses to store: one projection at a time, then half the events, and so on down to one. */
async function isolateFailure(
  pool: pg.Pool,
  companyId: string,
  release: Release,
  { limit, folding }: { limit: number; folding: Folding },
  error: unknown,
): Promise<Batch> {
  if (release.length > 1) {
    const batches = []
    for (const one of release) batches.push(await project(pool, companyId, [one], { limit, folding }))
    return {
      events: Math.max(...batches.map((one) => one.events)),
      more: batches.some((one) => one.more),
      parked: batches.flatMap((one) => one.parked),
    }
  }
  if (limit > 1) {
    const half = await project(pool, companyId, release, { limit: Math.ceil(limit / 2), folding })
    return { ...half, more: true }
  }
  return inCompany(pool, companyId, async (client) => {
    const targets = await lockBehind(client, release, companyId, folding)
    for (const target of targets) await park(client, companyId, target, error)
    return {
      events: 0,
      more: false,
      parked: targets.map(({ projection, seq }) => ({
        projection: projection.name,
        seq: seq + 1,
        error: String(error),
      })),
    }
  })
}

/** Whether PostgreSQL refused the rows themselves (bad data, a broken constraint, too large) rather than being in trouble. */
export const isRowError = (error: unknown) => isDatabaseError(error) && /^(22|23|54)/.test(error.code ?? '')
