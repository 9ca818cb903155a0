import type pg from 'pg'
import { isDatabaseError } from '#ledger/connect.ts'
import { copyEvents } from '#ledger/copy-events.ts'
import { readEvents } from '#ledger/read.ts'
import { moveCheckpoints, type Release } from './checkpoints.ts'
import { type Failure, failureAt, type Target } from './fold.ts'
import { beginGenerations, holdLive, lockBuild, sweep, switchTo, unlockBuild } from './generations.ts'
import { foldLoaded, isAboutTheRows } from './project.ts'
import { writes } from './row-store.ts'

const defaultMostRows = 5_000
/** Two batches of each company are in memory at a time. */
const batchSize = 1_000
const rowsOfOneWrite = 1_000
const batchesOfOneReport = 20
const tries = 5

export type BuildOptions = {
  /** Told of each batch that was folded. */
  onFolded?: (events: number) => void
  /** Ends the build between two batches; what was built is swept by the next one. */
  signal?: AbortSignal
  /** When a projection has more rows in memory, they are written, and loaded again where they are touched. */
  mostRows?: number
}
export type Built = {
  /** 'busy' when another process builds this company at the moment. */
  outcome: 'built' | 'busy'
  failed: ({ projection: string } & Failure)[]
}

/**
 * Builds a new generation of a company's projections from its first event and makes it live, while the live one goes on. All
 * of it happens on one connection, which also holds the company's build lock: when the process dies, so does everything that it
 * could still have written. A projection that fails keeps its live generation.
 */
export async function build(
  client: pg.ClientBase,
  companyId: string,
  release: Release,
  options: BuildOptions = {},
): Promise<Built> {
  if (!(await lockBuild(client, companyId))) return { outcome: 'busy', failed: [] }
  // A crash may take the newest part of a generation that is begun again in any case; the switch is on the disk first.
  await client.query('set synchronous_commit = off')
  const targets = await beginGenerations(client, companyId, release)
  await foldAll(client, companyId, targets, options)
  const failed = targets.filter((one) => one.failure)
  if (failed.length > 0) await client.query(moveCheckpoints(companyId, failed))
  const sound = targets.filter((one) => !one.failure)
  if (sound.length > 0) await switchLive(client, companyId, sound)
  for (const { projection, failure } of sound) if (!failure) await sweep(client, companyId, projection, 'retired')
  await unlockBuild(client, companyId)
  return {
    outcome: 'built',
    failed: targets.flatMap(({ projection, failure }) =>
      failure ? [{ projection: projection.name, ...failure }] : [],
    ),
  }
}

/** Folds up to the head as it is now and writes all of it. */
async function foldAll(client: pg.ClientBase, companyId: string, targets: readonly Target[], options: BuildOptions) {
  const { signal, mostRows = defaultMostRows, onFolded } = options
  let next = ahead(client, companyId, 0)
  for (let count = 1; ; count += 1) {
    signal?.throwIfAborted()
    const events = await next
    const last = events.at(-1)
    if (!last) break
    // The database reads on while this batch is folded.
    next = ahead(client, companyId, last.seq)
    const sound = targets.filter((one) => !one.failure)
    if (sound.length === 0) return
    for (const target of sound) await orFail(target, () => foldLoaded(client, companyId, [target], events))
    for (const target of sound) if (target.rows.size > mostRows) await spill(client, companyId, target)
    if (count % batchesOfOneReport === 0) await client.query(moveCheckpoints(companyId, sound))
    onFolded?.(events.length)
  }
  for (const target of targets) await write(client, companyId, target)
}

/** Begins to read a batch that may never be asked for. */
function ahead(client: pg.ClientBase, companyId: string, after: number) {
  const reading = copyEvents(client, companyId, after, batchSize)
  reading.catch(() => undefined)
  return reading
}

async function spill(client: pg.ClientBase, companyId: string, target: Target) {
  await write(client, companyId, target)
  target.rows.clear()
  target.whole = false
}

/** Writes what changed, many rows to a statement; a row that PostgreSQL will not take fails the target. */
const write = (client: pg.ClientBase, companyId: string, target: Target) =>
  orFail(target, async () => {
    const keys = [...target.changed]
    let sent: Promise<void> | undefined
    for (let at = 0; at < keys.length; at += rowsOfOneWrite) {
      const part = { ...target, changed: new Set(keys.slice(at, at + rowsOfOneWrite)) }
      // While the database stores some rows, the next are made ready.
      const statements = writes(companyId, [part])
      await sent
      sent = inOrder(client, statements)
    }
    await sent
    target.changed.clear()
  })

/** What PostgreSQL will not take of a target's rows fails that target and no other. */
async function orFail(target: Target, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!isAboutTheRows(error)) throw error
    target.failure ??= failureAt(target.seq, error)
  }
}

/** Catches up with what came meanwhile and switches, with the live projectors held off: readers see the old rows or the new. */
async function switchLive(client: pg.ClientBase, companyId: string, targets: readonly Target[]) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin')
      await client.query('set local synchronous_commit = on')
      const newer = await holdLive(client, companyId, targets)
      for (const one of newer) one.failure = failureAt(one.seq, 'A newer release has made this projection')
      for (const target of targets) await orFail(target, () => catchUp(client, companyId, target))
      const sound = targets.filter((one) => !one.failure)
      await inOrder(client, [moveCheckpoints(companyId, targets), ...switchTo(companyId, sound)])
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('The switch was rolled back')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error) || attempt === tries) throw error
    }
  }
}

/** Folds and writes what is new; what PostgreSQL refuses of it is undone, and the transaction goes on for the others. */
async function catchUp(client: pg.ClientBase, companyId: string, target: Target) {
  await client.query('savepoint caught_up')
  try {
    for (let missed = batchSize; missed === batchSize && !target.failure; ) {
      const events = await readEvents(client, companyId, target.seq, batchSize)
      await foldLoaded(client, companyId, [target], events)
      missed = events.length
    }
    if (!target.failure) await inOrder(client, writes(companyId, [target]))
  } catch (error) {
    if (isAboutTheRows(error)) await client.query('rollback to savepoint caught_up')
    throw error
  }
}

/** One after another, as the connection is not pipelined. */
async function inOrder(client: pg.ClientBase, statements: readonly pg.QueryConfig[]) {
  for (const statement of statements) await client.query(statement)
}

const isLockTimeout = (error: unknown) => isDatabaseError(error) && error.code === '55P03'
