import type pg from 'pg'
import type { Comparison } from '#core/wire/projections.ts'
import { transact } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { readEvents } from '#ledger/log/read.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'
import { foldLoaded, isRowError } from '#projector/live/project.ts'
import { aheadOfLog, moveCheckpoints } from '#projector/rows/checkpoints.ts'
import { failureAt, type Target } from '#projector/rows/fold.ts'
import type { Release } from '#projector/rows/release.ts'
import { writes } from '#projector/rows/row-store.ts'
import { sweepGenerations } from '#projector/rows/sweep.ts'
import { markCompared } from '#projector/rows/switch-generations.ts'
import { type Built, failuresOf, keepFailures, startBuild } from './build.ts'
import { compareGenerations } from './compare-generations.ts'
import { type FoldOptions, foldToHead, runInOrder } from './fold-to-head.ts'

/** If more events than this are missing they are folded before the transaction that compares the rows. */
const mostWithin = 1_000
const rounds = 20

export type CompareOptions = FoldOptions & {
  runId?: string
  /** Whether what was built is kept for a while, so that it can be promoted. */
  keeps?: boolean
}
export type Compared = Pick<Built, 'failed'> & { outcome: 'compared' | 'stopped'; comparisons: Comparison[] }

/**
 * Builds projections of a company alongside the live ones, up to exactly the event of the live rows, and reports the rows that differ.
 * Nothing is switched and nobody waits: the live rows are read in one snapshot, in which the new ones catch up with them. The
 * caller must hold the build lock.
 */
export async function compareLocked(
  client: pg.ClientBase,
  companyId: string,
  release: Release,
  options: CompareOptions = {},
): Promise<Compared> {
  const targets = await startBuild(client, companyId, release, options.runId)
  for (let round = 0; ; round += 1) {
    const to = await targetLive(client, companyId, targets)
    if (round > 0 && (to <= mostWithin || round > rounds)) break
    const folded = await foldToHead(client, companyId, targets, options)
    if (folded === 'stopped') return { outcome: 'stopped', comparisons: [], failed: [] }
  }
  const comparisons: Comparison[] = []
  for (const target of targets) {
    const found = target.failure ? undefined : await compareOne(client, companyId, target, options.keeps ?? false)
    if (found) comparisons.push(found)
  }
  await keepFailures(client, companyId, targets)
  await sweepGenerations(client, companyId, release, {
    statuses: options.keeps ? [] : ['building', 'compared'],
    but: targets
      .filter((one) => one.failure)
      .map(({ projection, generation }) => ({ projection: projection.name, generation })),
    between: options.between,
  })
  return { outcome: 'compared', comparisons, failed: failuresOf(targets) }
}

/** Sets each target's `upTo` to where its live rows are now; returns how many events the furthest still has to fold. */
async function targetLive(client: pg.ClientBase, companyId: string, targets: readonly Target[]): Promise<number> {
  const live = await rowsOf(client, liveSeqs({ companyId, names: targets.map((one) => one.projection.name) }))
  for (const target of targets) target.upTo = live.find((one) => one.projection === target.projection.name)?.seq ?? 0
  return Math.max(0, ...targets.filter((one) => !one.failure).map((one) => (one.upTo ?? 0) - one.seq))
}

const liveSeqs = statement('live-seqs', (p: Parameters<{ companyId: string; names: readonly string[] }>) =>
  db
    .selectFrom('checkpoint')
    .select(['projection', 'seq'])
    .where('company_id', '=', p.companyId)
    .where(({ eb, fn }) => eb('projection', '=', fn.any(p.names)))
    .where('status', 'in', ['live', 'parked']),
)

async function compareOne(
  client: pg.ClientBase,
  companyId: string,
  target: Target,
  keeps: boolean,
): Promise<Comparison | undefined> {
  try {
    return await transact(
      client,
      () => compareAtLive(client, companyId, target, keeps),
      'isolation level repeatable read',
    )
  } catch (error) {
    if (!isRowError(error)) throw error
    target.failure = failureAt(target.seq, error)
  }
}

async function compareAtLive(
  client: pg.ClientBase,
  companyId: string,
  target: Target,
  keeps: boolean,
): Promise<Comparison | undefined> {
  await client.query(`set local idle_in_transaction_session_timeout = '60s'`)
  const live = await liveIn(client, companyId, target)
  target.upTo = live.seq
  const ahead = await aheadOfLog(client, companyId, live.seq)
  if (ahead) target.failure ??= { ...ahead, seq: live.seq }
  while (target.seq < live.seq && !target.failure) {
    const events = await readEvents(client, companyId, target.seq, mostWithin)
    await foldLoaded(client, companyId, [target], events)
  }
  await runInOrder(client, writes(companyId, [target]))
  await client.query(moveCheckpoints(companyId, [target]))
  if (target.failure) return undefined
  const generations = { live: live.generation, built: target.generation }
  const found = await compareGenerations(client, companyId, target.projection, generations)
  if (keeps) await client.query(markCompared(companyId, target))
  const { name: projection, version: builtVersion } = target.projection
  return { projection, liveVersion: live.version, builtVersion, seq: live.seq, ...found }
}

async function liveIn(client: pg.ClientBase, companyId: string, { projection }: Target) {
  const [live] = await rowsOf(client, liveToCompare({ companyId, projection: projection.name }))
  if (!live) throw new Error('There are no live rows')
  return live
}

const liveToCompare = statement('live-to-compare', (p: Parameters<{ companyId: string; projection: string }>) =>
  liveOf(p.companyId, p.projection).select(['generation', 'version', 'seq']),
)
