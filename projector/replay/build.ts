import type pg from 'pg'
import { lockBuild, unlockBuild } from '#projector/rows/build-lock.ts'
import { moveCheckpoints } from '#projector/rows/checkpoints.ts'
import type { Failure, Target } from '#projector/rows/fold.ts'
import { startGenerations } from '#projector/rows/generations.ts'
import type { Release } from '#projector/rows/release.ts'
import { sweepGenerations } from '#projector/rows/sweep.ts'
import { type FoldOptions, foldToHead } from './fold-to-head.ts'
import { switchLive } from './switch.ts'

export type BuildOptions = FoldOptions & {
  /** The run that this belongs to: what the same run has built before is resumed. */
  runId?: string
  /** Whether the rows that were live are kept for a day, for undo; otherwise they are deleted. */
  keeps?: boolean
  /** Called in the transaction of the switch, which is rolled back if it returns false. */
  onSwitch?: (failed: readonly Target[]) => Promise<boolean>
}
export type Built = {
  /** 'busy' if another process is building one of these; 'stopped' between two batches, to be resumed later. */
  outcome: 'built' | 'busy' | 'stopped' | 'withdrawn'
  failed: ({ projection: string } & Failure)[]
}

/**
 * Builds a new generation of a company's projections from its first event and makes it live, while the live one is still kept up to
 * date. One connection does all of it and holds the build lock: when the process dies, nothing more can be written. A projection
 * that fails keeps its live generation.
 */
export async function build(
  client: pg.ClientBase,
  companyId: string,
  release: Release,
  options: BuildOptions = {},
): Promise<Built> {
  if (!(await lockBuild(client, companyId, release))) return { outcome: 'busy', failed: [] }
  const built = await buildLocked(client, companyId, release, options)
  await unlockBuild(client, companyId, release)
  return built
}

/** As {@link build}, for a caller that already holds the build lock. */
export async function buildLocked(
  client: pg.ClientBase,
  companyId: string,
  release: Release,
  options: BuildOptions = {},
): Promise<Built> {
  const { keeps = false, between, onSwitch } = options
  const targets = await startBuild(client, companyId, release, options.runId)
  if ((await foldToHead(client, companyId, targets, options)) === 'stopped') return { outcome: 'stopped', failed: [] }
  const outcome = await switchLive(client, companyId, targets, { keeps, onSwitch })
  if (outcome === 'withdrawn') return { outcome, failed: [] }
  await sweepGenerations(client, companyId, release, { between })
  return { outcome: 'built', failed: failuresOf(targets) }
}

/** Starts generations to fold into, or resumes them. */
export async function startBuild(client: pg.ClientBase, companyId: string, release: Release, runId?: string) {
  // A crash may lose the newest part of a generation, which is then folded again. The switch itself waits for the disk.
  await client.query('set synchronous_commit = off')
  return startGenerations(client, companyId, release, runId)
}

/** Records failures if there is no switch to do so. */
export const keepFailures = (client: pg.ClientBase, companyId: string, targets: readonly Target[]) =>
  client.query(
    moveCheckpoints(
      companyId,
      targets.filter((one) => one.failure),
    ),
  )

export const failuresOf = (targets: readonly Target[]): Built['failed'] =>
  targets.flatMap(({ projection, failure }) => (failure ? [{ projection: projection.name, ...failure }] : []))
