import type pg from 'pg'
import { transact } from '#ledger/database/connect.ts'
import { copyEvents } from '#ledger/log/copy-events.ts'
import { foldLoaded, isRowError } from '#projector/live/project.ts'
import { moveCheckpoints } from '#projector/rows/checkpoints.ts'
import { failureAt, firstUnreadable, type Target } from '#projector/rows/fold.ts'
import { writes } from '#projector/rows/row-store.ts'

/** The most rows of one company in memory; above that, those of the largest projections are written and evicted. */
const defaultMostRows = 12_000
/** Two batches of each company are in memory at a time. */
const batchSize = 1_000
const rowsOfOneWrite = 1_000
/** After a kill, up to this many batches have to be folded again. */
const batchesBetweenWrites = 50

export type FoldOptions = {
  /** Called with the seq from which folding starts or resumes. */
  onStart?: (seq: number) => void
  /** Called with the number of events of each folded batch. */
  onFolded?: (events: number) => void
  /** Aborts between two batches; what was built is left for a later sweep. */
  signal?: AbortSignal
  /** Awaited between two batches: it may pause the work, or stop it, to be resumed later. */
  between?: () => Promise<'continue' | 'stop'>
  /** Awaited between two statements of a long write: live work has priority. */
  rest?: () => Promise<void>
  mostRows?: number
}

/**
 * Folds targets from their checkpoints up to the current head, or up to their `upTo`, and writes all of it. Rows and checkpoint are
 * always written in one transaction, so that a killed or stopped build can resume from its checkpoint. `client` must be neither
 * pipelined nor in a transaction.
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
  options.onStart?.(from)
  let next = ahead(client, companyId, from)
  for (let count = 1; ; count += 1) {
    signal?.throwIfAborted()
    const events = await next
    const last = events.at(-1)
    const sound = targets.filter((one) => !one.failure)
    if (!last || sound.length === 0) break
    // The database reads the next batch while this one is folded.
    if (last.seq < upTo) next = ahead(client, companyId, last.seq)
    else next = Promise.resolve([])
    const unreadable = firstUnreadable(events)
    for (const target of sound)
      await failingTarget(target, () => foldLoaded(client, companyId, [target], events, unreadable))
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

/** Starts reading a batch that may never be needed. */
function ahead(client: pg.ClientBase, companyId: string, after: number) {
  const reading = copyEvents(client, companyId, after, batchSize)
  reading.catch(() => undefined)
  return reading
}

const rowsIn = (targets: readonly Target[]) => targets.reduce((sum, one) => sum + one.rows.size, 0)

/** Writes the rows of the largest targets and drops them from memory, until half of the allowed number is left. */
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

/** Writes the changes and moves the checkpoints; a row that PostgreSQL refuses fails only its own target. */
async function write(
  client: pg.ClientBase,
  companyId: string,
  targets: readonly Target[],
  rest?: FoldOptions['rest'],
): Promise<void> {
  const sound = targets.filter((one) => !one.failure)
  if (sound.length === 0) return
  try {
    await transact(client, () => writeTogether(client, companyId, sound, rest))
    for (const { changed, created } of sound) {
      changed.clear()
      created.clear()
    }
  } catch (error) {
    if (error instanceof GenerationsGone) throw error
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
  let sent: Promise<void> | undefined
  for (const part of inParts(targets)) {
    // While the database stores some rows, the next are prepared.
    const statements = writes(companyId, part)
    await sent
    await rest?.()
    sent = runInOrder(client, statements)
    sent.catch(() => undefined)
  }
  await sent
  const { rowCount } = await client.query(moveCheckpoints(companyId, targets))
  if (rowCount !== targets.length) throw new GenerationsGone()
}

/** The checkpoints were deleted meanwhile, as the company was erased: rows written without them would never be deleted. */
class GenerationsGone extends Error {
  constructor() {
    super('The rows being built are no longer wanted')
    this.name = 'GenerationsGone'
  }
}

/** The targets' changed rows, {@link rowsOfOneWrite} at a time. */
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

/** If PostgreSQL refuses a target's rows, that target fails and no other. */
export async function failingTarget(target: Target, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isRowError(error)) throw error
    target.failure ??= failureAt(target.seq, error)
  }
}

/** One after another, since the connection is not pipelined. */
export async function runInOrder(client: pg.ClientBase, statements: readonly pg.QueryConfig[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}
