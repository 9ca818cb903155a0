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

/** Switches to what was compared, caught up with the log. Whoever calls one of these holds the build lock. */
export async function promoteLocked(
  client: pg.ClientBase,
  companyId: string,
  projection: Projection,
  options: PromoteOptions,
): Promise<Outcome> {
  const [target] = await generationsWithStatus(client, companyId, [projection], 'compared')
  if (!target) return { outcome: 'nothing', failed: [] }
  if (target.version !== projection.version)
    target.failure = failureAt(target.seq, 'Another release has built these rows')
  return catchUpAndSwitch(client, companyId, target, options)
}

/**
 * Goes back to the rows before the last switch, and keeps those that it leaves. Rows of this release's version are first folded
 * up to the head. Rows of an older one become live as they are, and nobody builds that projection again unasked.
 */
export async function undoLocked(
  client: pg.ClientBase,
  companyId: string,
  projection: Projection,
  options: PromoteOptions,
): Promise<Outcome> {
  const [target] = await generationsWithStatus(client, companyId, [projection], 'kept')
  if (!target) return { outcome: 'nothing', failed: [] }
  if (target.version > projection.version) target.failure = failureAt(target.seq, 'A newer release has made these rows')
  if (target.version >= projection.version) return catchUpAndSwitch(client, companyId, target, options)
  return switchAndSweep(client, companyId, target, {
    ...options,
    asTheyAre: true,
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
  { between, ...options }: PromoteOptions & Pick<SwitchOptions, 'asTheyAre' | 'undoneVersion'>,
): Promise<Outcome> {
  const outcome = await switchLive(client, companyId, [target], { ...options, keeps: true, failedStay: true })
  if (outcome === 'withdrawn') return { outcome, failed: [] }
  await sweepGenerations(client, companyId, [target.projection], { between })
  return { outcome: 'built', failed: failuresOf([target]) }
}
