import type pg from 'pg'
import type { Projection } from '#core/projections/projection.ts'
import { failureAt, type Target } from '#projector/rows/fold.ts'
import { generationsWithStatus } from '#projector/rows/generations.ts'
import { sweepGenerations } from '#projector/rows/sweep.ts'
import { type Built, failuresOf } from './build.ts'
import { type FoldOptions, foldToHead } from './fold-to-head.ts'
import { type SwitchOptions, switchLive } from './switch.ts'

export type PromoteOptions = FoldOptions & { onSwitch: (failed: readonly Target[]) => Promise<boolean> }
type Outcome = Pick<Built, 'failed'> & { outcome: Built['outcome'] | 'nothing' }

/** Switches to the compared rows, after catching up with the log. The caller must hold the build lock, here and for undo. */
export async function promoteLocked(
  client: pg.ClientBase,
  companyId: string,
  projection: Projection,
  options: PromoteOptions,
): Promise<Outcome> {
  const [target] = await generationsWithStatus(client, companyId, [projection], 'compared')
  if (!target) return { outcome: 'nothing', failed: [] }
  if (target.version !== projection.version)
    target.failure = failureAt(target.seq, 'These rows were built by another release')
  return catchUpAndSwitch(client, companyId, target, options)
}

/**
 * Switches back to the rows before the last switch, and keeps the current ones. Rows of this release's version are first folded up
 * to the head. Rows of an older version become live unchanged, and the projection is not built again unless somebody asks.
 */
export async function undoLocked(
  client: pg.ClientBase,
  companyId: string,
  projection: Projection,
  options: PromoteOptions,
): Promise<Outcome> {
  const [target] = await generationsWithStatus(client, companyId, [projection], 'kept')
  if (!target) return { outcome: 'nothing', failed: [] }
  if (target.version > projection.version)
    target.failure = failureAt(target.seq, 'These rows were built by a newer release')
  if (target.version >= projection.version) return catchUpAndSwitch(client, companyId, target, options)
  return switchAndSweep(client, companyId, target, {
    ...options,
    unchanged: true,
    undoneVersion: projection.version,
  })
}

async function catchUpAndSwitch(client: pg.ClientBase, companyId: string, target: Target, options: PromoteOptions) {
  const folded = target.failure ? 'folded' : await foldToHead(client, companyId, [target], options)
  if (folded === 'stopped') return { outcome: folded, failed: [] }
  return switchAndSweep(client, companyId, target, options)
}

async function switchAndSweep(
  client: pg.ClientBase,
  companyId: string,
  target: Target,
  { between, ...options }: PromoteOptions & Pick<SwitchOptions, 'unchanged' | 'undoneVersion'>,
): Promise<Outcome> {
  const outcome = await switchLive(client, companyId, [target], { ...options, keeps: true, failedStay: true })
  if (outcome === 'withdrawn') return { outcome, failed: [] }
  await sweepGenerations(client, companyId, [target.projection], { between })
  return { outcome: 'built', failed: failuresOf([target]) }
}
