import type pg from 'pg'
import { copyEvents } from '#ledger/log/copy-events.ts'
import { foldLoaded, isRowError } from '#projector/live/project.ts'
import { moveCheckpoints } from '#projector/rows/checkpoints.ts'
import { failureAt, firstUnknown, type Target } from '#projector/rows/fold.ts'
import { writes } from '#projector/rows/row-store.ts'

/** Rows in memory of one company; with more, those of the projections that have most are written and let go. */
const defaultMostRows = 12_000
/** Two batches of each company are in memory at a time. */
const batchSize = 1_000
const rowsOfOneWrite = 1_000
/** So many batches may have to be folded again after a kill. */
const batchesBetweenWrites = 50

export type FoldOptions = {
  /** Told of the seq that it goes on from. */
  onBegin?: (seq: number) => void
  /** Told of each batch that was folded. */
  onFolded?: (events: number) => void
  /** Breaks off between two batches; what was built stays behind for whoever sweeps. */
  signal?: AbortSignal
  /** Awaited between two batches: it may take its time, and say that the rest is for later. */
  between?: () => Promise<'go on' | 'stop'>
  /** Awaited between two statements of a long write, which goes on after it: live work comes first. */
  rest?: () => Promise<void>
  mostRows?: number
}

/**
 * Folds targets from where they stand up to the head as it is now, or up to their `upTo`, and writes all of it. Rows and checkpoint
 * are written in one transaction each time, so that a killed or stopped build can go on from its checkpoint. `client` is not
 * pipelined and in no transaction.
 */
export async function foldToHead(
  client: pg.ClientBase,
  companyId: string,
  targets: readonly Target[],
  options: FoldOptions = {},
): Promise<'folded' | 'stopped'> {
  const { signal, mostRows = defaultMostRows, onFolded, between, rest } = options
  const from = Math.min(...targets.map((one) => one.seq))
  const upTo = Math.max(...targets.map((one) => one.upTo ?? Number.POSITIVE_INFINITY))
  options.onBegin?.(from)
  let next = ahead(client, companyId, from)
  for (let count = 1; ; count += 1) {
    signal?.throwIfAborted()
    const events = await next
    const last = events.at(-1)
    const sound = targets.filter((one) => !one.failure)
    if (!last || sound.length === 0) break
    // The database reads on while this batch is folded.
    if (last.seq < upTo) next = ahead(client, companyId, last.seq)
    else next = Promise.resolve([])
    const unknown = firstUnknown(events)
    for (const target of sound)
      await failingTarget(target, () => foldLoaded(client, companyId, [target], events, unknown))
    if (rowsIn(sound) > mostRows) await evictRows(client, companyId, sound, { mostRows, rest })
    else if (count % batchesBetweenWrites === 0) await write(client, companyId, sound, rest)
    onFolded?.(events.length)
    if ((await between?.()) === 'stop') {
      await write(client, companyId, sound, rest)
      return 'stopped'
    }
  }
  await write(client, companyId, targets, rest)
  return 'folded'
}

/** Begins to read a batch that may never be asked for. */
function ahead(client: pg.ClientBase, companyId: string, after: number) {
  const reading = copyEvents(client, companyId, after, batchSize)
  reading.catch(() => undefined)
  return reading
}

const rowsIn = (targets: readonly Target[]) => targets.reduce((sum, one) => sum + one.rows.size, 0)

/** Writes and forgets the rows of those that have most, until half of what is allowed is left. */
async function evictRows(
  client: pg.ClientBase,
  companyId: string,
  targets: readonly Target[],
  { mostRows, rest }: { mostRows: number } & Pick<FoldOptions, 'rest'>,
) {
  for (const target of targets.toSorted((a, b) => b.rows.size - a.rows.size)) {
    if (rowsIn(targets) <= mostRows / 2) return
    await write(client, companyId, [target], rest)
    target.rows.clear()
    target.whole = false
  }
}

/** Writes what changed and moves the checkpoints to it; a row that PostgreSQL will not take fails its target alone. */
async function write(
  client: pg.ClientBase,
  companyId: string,
  targets: readonly Target[],
  rest?: FoldOptions['rest'],
): Promise<void> {
  const sound = targets.filter((one) => !one.failure)
  if (sound.length === 0) return
  try {
    await writeTogether(client, companyId, sound, rest)
  } catch (error) {
    await client.query('rollback')
    const [only] = sound
    if (sound.length === 1 && only) return failingTarget(only, () => Promise.reject(error))
    if (!isRowError(error)) throw error
    for (const one of sound) await write(client, companyId, [one], rest)
  }
}

async function writeTogether(
  client: pg.ClientBase,
  companyId: string,
  targets: readonly Target[],
  rest?: FoldOptions['rest'],
) {
  await client.query('begin')
  let sent: Promise<void> | undefined
  for (const part of inParts(targets)) {
    // While the database stores some rows, the next are made ready.
    const statements = writes(companyId, part)
    await sent
    await rest?.()
    sent = runInOrder(client, statements)
    sent.catch(() => undefined)
  }
  await sent
  await client.query(moveCheckpoints(companyId, targets))
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('The rows were not written')
  for (const { changed, created } of targets) {
    changed.clear()
    created.clear()
  }
}

/** The targets' changed rows, so many at a time. */
function* inParts(targets: readonly Target[]): Generator<Target[]> {
  let part: Target[] = []
  let room = rowsOfOneWrite
  for (const target of targets) {
    const keys = [...target.changed]
    for (let at = 0; at < keys.length; ) {
      const some = keys.slice(at, at + room)
      part.push({ ...target, changed: new Set(some) })
      at += some.length
      room -= some.length
      if (room > 0) continue
      yield part
      part = []
      room = rowsOfOneWrite
    }
  }
  if (part.length > 0) yield part
}

/** What PostgreSQL will not take of a target's rows fails that target and no other. */
export async function failingTarget(target: Target, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isRowError(error)) throw error
    target.failure ??= failureAt(target.seq, error)
  }
}

/** One after another, as the connection is not pipelined. */
export async function runInOrder(client: pg.ClientBase, statements: readonly pg.QueryConfig[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}
