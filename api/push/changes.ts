import type pg from 'pg'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import type { CatchUpRequest, Push, SyncPosition } from '#core/wire/push.ts'
import { inSnapshotOf } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { readEvents } from '#ledger/log/read.ts'
import { readRows } from './rows.ts'

/** Above this many changed rows of a projection, clients are told to read it again. */
export const mostRows = 200
/** The same above this many events to search for changed rows. */
const mostEvents = 2_000

export const pushed: readonly Projection[] = projections.filter((one) => one.pushed)

/** How far a company's changes have been pushed: the seq and generation that each projection had reached. */
export type Place = { epoch: number; reached: Map<string, { generation: number; seq: number }> }
export type Changes = {
  place: Place
  pushes: Push[]
  /** Whether someone's rights may have changed with these events. */
  touchesMembers: boolean
}

/** One snapshot of a company. */
export type Snapshot = {
  place(): Promise<Place>
  /** At most so many events after a seq. */
  events(after: number, most: number): Promise<StoredEvent[]>
  rows(projection: Projection, generation: number, keys: readonly string[]): Promise<Pick<Push, 'rows' | 'removed'>>
}

/**
 * The rows that changed since a place, all read at one snapshot, so that a row is never newer than the seq it is sent with.
 * Without `since` it only returns the company's current position.
 */
export const readChanges = (pool: pg.Pool, companyId: string, since?: Place): Promise<Changes> =>
  inSnapshotOf(pool, companyId, (client) =>
    changesIn(
      {
        place: () => readPlace(client, companyId),
        events: (after, most) => readEvents(client, companyId, after, most),
        rows: (projection, generation, keys) => readRows(client, companyId, projection, generation, keys),
      },
      since,
    ),
  )

/** {@link readChanges} in a snapshot. */
export async function changesIn(snapshot: Snapshot, since?: Place): Promise<Changes> {
  const place = await snapshot.place()
  if (!since) return { place, pushes: [], touchesMembers: false }
  const moved = pushed.flatMap((one) => movement(one, since, place))
  const from = Math.min(...moved.map(({ start }) => start ?? Number.POSITIVE_INFINITY))
  const to = Math.max(0, ...moved.map(({ seq }) => seq))
  const tooMany = to - from > mostEvents
  const events = to > from && !tooMany ? await snapshot.events(from, to - from) : []
  const changed = moved.map((one) => ({
    ...one,
    keys: one.start === undefined || tooMany ? undefined : keysOf(one.projection, events, one.start, one.seq),
  }))
  const told = new Map(place.reached)
  // A client that disconnects in the middle has not received the later pushes.
  for (const { projection, keys } of changed) if (keys?.length !== 0) putBack(told, projection.name, since)
  const pushes: Push[] = []
  for (const { projection, generation, seq, keys } of changed) {
    if (keys?.length === 0) continue
    told.set(projection.name, { generation, seq })
    const head = { epoch: place.epoch, reached: Object.fromEntries(told), projection: projection.name, seq }
    if (!keys || keys.length > mostRows) pushes.push({ ...head, rows: [], removed: [], stale: true })
    else pushes.push({ ...head, ...(await snapshot.rows(projection, generation, keys)) })
  }
  return { place, pushes, touchesMembers: tooMany || events.some((one) => one.stream === 'member') }
}

/** A place in the form sent to devices. */
export const asTold = ({ epoch, reached }: Place): SyncPosition => ({ epoch, reached: Object.fromEntries(reached) })

/** A device's place: the one it was sent, or every projection at one seq, or at its own if that is behind. */
export const placeOfDevice = (now: Place, missed: CatchUpRequest): Place => ({
  epoch: missed.epoch,
  reached:
    'reached' in missed
      ? new Map(Object.entries(missed.reached))
      : new Map([...now.reached].map(([name, is]) => [name, { ...is, seq: Math.min(missed.seq, is.seq) }])),
})

const placeOfCompany = statement('push-place', (p: Parameters<{ companyId: string; projections: string[] }>) =>
  db
    .selectFrom('company_head')
    .innerJoin('checkpoint', (join) =>
      join
        .onRef('checkpoint.company_id', '=', 'company_head.company_id')
        .on('checkpoint.status', 'in', ['live', 'parked'])
        .on((checkpoint) => checkpoint('checkpoint.projection', '=', checkpoint.fn.any(p.projections))),
    )
    .select(['company_head.epoch', 'checkpoint.projection', 'checkpoint.generation', 'checkpoint.seq'])
    .where('company_head.company_id', '=', p.companyId),
)

async function readPlace(client: pg.ClientBase, companyId: string): Promise<Place> {
  const rows = await rowsOf(client, placeOfCompany({ companyId, projections: pushed.map((one) => one.name) }))
  return {
    epoch: rows[0]?.epoch ?? 0,
    reached: new Map(rows.map(({ projection, generation, seq }) => [projection, { generation, seq }])),
  }
}

function putBack(told: Place['reached'], name: string, { reached }: Place) {
  const was = reached.get(name)
  if (was) told.set(name, was)
  else told.delete(name)
}

type Movement = {
  projection: Projection
  generation: number
  seq: number
  /** The seq after which changes can be pushed; missing if the rows were replayed and must be read again. */
  start?: number
}

/** How far one projection has moved; empty if it has not. */
function movement(projection: Projection, since: Place, now: Place): Movement[] {
  const was = since.reached.get(projection.name)
  const is = now.reached.get(projection.name)
  if (!is) return []
  const moved = { projection, ...is }
  if (!was) return [since.reached.size === 0 ? { ...moved, start: 0 } : moved]
  if (since.epoch !== now.epoch || was.generation !== is.generation || is.seq < was.seq) return [moved]
  return is.seq > was.seq ? [{ ...moved, start: was.seq }] : []
}

const keysOf = (projection: Projection, events: readonly StoredEvent[], after: number, upTo: number) => [
  ...new Set(
    events
      .filter(({ seq }) => seq > after && seq <= upTo)
      .map((event) => projection.key(event))
      .filter((key) => key !== undefined),
  ),
]
