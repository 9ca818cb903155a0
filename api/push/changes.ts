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
/** So many events after the last push are read before it is known how far the rows have moved, which saves a round trip. */
const fewEvents = 50

export const pushed: readonly Projection[] = projections.filter((one) => one.pushed)

/** How far a company's changes have been pushed: the seq and generation that each projection had reached. */
export type Place = { epoch: number; reached: Map<string, { generation: number; seq: number }> }
export type Changes = {
  place: Place
  pushes: Push[]
  /** Whether someone's rights may have changed with these events. */
  touchesMembers: boolean
  /** The projections whose rows have not come back to where they had been pushed; see {@link changesIn}. */
  undone: Undone
}

/** Names of projections whose rows a crash of PostgreSQL may have undone: the projector's commits do not wait for the disk. */
export type Undone = ReadonlySet<string>
const none: Undone = new Set()

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
export const readChanges = (pool: pg.Pool, companyId: string, since?: Place, undone?: Undone): Promise<Changes> =>
  inSnapshotOf(pool, companyId, (client) => changesIn(snapshotOf(client, companyId, since), since, undone))

function snapshotOf(client: pg.ClientBase, companyId: string, since: Place | undefined): Snapshot {
  // Usually all projections are at one seq; one that is behind is parked, and does not move.
  const from = since && Math.max(0, ...[...since.reached.values()].map(({ seq }) => seq))
  const next = from === undefined ? undefined : readEvents(client, companyId, from, fewEvents)
  // Whatever failed, the reading of the place fails with it.
  next?.catch(() => undefined)
  return {
    place: () => readPlace(client, companyId),
    async events(after, most) {
      const read = after === from && most <= fewEvents ? await next : undefined
      return read?.slice(0, most) ?? readEvents(client, companyId, after, most)
    },
    rows: (projection, generation, keys) => readRows(client, companyId, projection, generation, keys),
  }
}

/**
 * {@link readChanges} in a snapshot. With `undone`, rows that are behind what was pushed, in the same generation, are being folded
 * again after a crash: nothing of them is pushed until they are back, and then that they have to be read again, as somebody may
 * have read them meanwhile. Those named in it have been behind.
 */
export async function changesIn(snapshot: Snapshot, since?: Place, undone?: Undone): Promise<Changes> {
  const now = await snapshot.place()
  if (!since) return { place: now, pushes: [], touchesMembers: false, undone: none }
  const behind = undone ? pushed.filter((one) => isBehind(one, since, now)).map((one) => one.name) : []
  const place = { ...now, reached: new Map(now.reached) }
  for (const name of behind) putBack(place.reached, name, since)
  const moved = pushed.flatMap((one) =>
    movement(one, since, place, undone?.has(one.name) && !behind.includes(one.name)),
  )
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
  const pushes: (Push | Promise<Push>)[] = []
  for (const { projection, generation, seq, keys } of changed) {
    if (keys?.length === 0) continue
    told.set(projection.name, { generation, seq })
    const head = { epoch: place.epoch, reached: Object.fromEntries(told), projection: projection.name, seq }
    if (!keys || keys.length > mostRows) pushes.push({ ...head, rows: [], removed: [], stale: true })
    else pushes.push(snapshot.rows(projection, generation, keys).then((rows) => ({ ...head, ...rows })))
  }
  const touchesMembers = tooMany || events.some((one) => one.stream === 'member')
  return { place, pushes: await Promise.all(pushes), touchesMembers, undone: new Set(behind) }
}

/** A place in the form sent to devices. */
export const asTold = ({ epoch, reached }: Place): SyncPosition => ({ epoch, reached: Object.fromEntries(reached) })

/**
 * A device's place: the one it was sent, or every projection at one seq, or at its own if that is behind. Of those that were
 * replayed since its page began to read, it may have rows of an earlier generation.
 */
export function placeOfDevice(now: Place, missed: CatchUpRequest, replayed: ReadonlySet<string> = none): Place {
  if ('reached' in missed) return { epoch: missed.epoch, reached: new Map(Object.entries(missed.reached)) }
  const reached = [...now.reached].map(([name, { generation, seq }]) => {
    const was = replayed.has(name) ? generation - 1 : generation
    return [name, { generation: was, seq: Math.min(missed.seq, seq) }] as const
  })
  return { epoch: missed.epoch, reached: new Map(reached) }
}

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

/** Whether rows of the same generation had been pushed further than they now are. */
function isBehind({ name }: Projection, since: Place, now: Place): boolean {
  const [was, is] = [since.reached.get(name), now.reached.get(name)]
  return was !== undefined && is?.generation === was.generation && since.epoch === now.epoch && is.seq < was.seq
}

/** How far one projection has moved; empty if it has not and need not be read `again`. */
function movement(projection: Projection, since: Place, now: Place, again = false): Movement[] {
  const was = since.reached.get(projection.name)
  const is = now.reached.get(projection.name)
  if (!is) return []
  const moved = { projection, ...is }
  if (again) return [moved]
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
