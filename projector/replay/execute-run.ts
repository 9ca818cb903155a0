import type pg from 'pg'
import type { Bell } from '#ledger/database/bell.ts'
import type { RunRecord } from '#ledger/read-models/replay-runs.ts'
import { resumeParked } from '#projector/rows/checkpoints.ts'
import type { Target } from '#projector/rows/fold.ts'
import type { Release } from '#projector/rows/release.ts'
import { sweepGenerations } from '#projector/rows/sweep.ts'
import { buildLocked, failuresOf } from './build.ts'
import { compareLocked } from './compare.ts'
import type { FoldOptions } from './fold-to-head.ts'
import { promoteLocked, undoLocked } from './promote-and-undo.ts'
import { endRun } from './run-queue.ts'

export type ExecuteOptions = FoldOptions & { bell: Bell }

/**
 * Executes a run in its company and ends it; a switch and the end of its run are one transaction. The caller must hold the build
 * lock of `release`, the projections of the run.
 */
export async function executeRun(
  client: pg.ClientBase,
  run: RunRecord,
  release: Release,
  { bell, ...options }: ExecuteOptions,
): Promise<'ended' | 'stopped'> {
  const { companyId } = run
  const onSwitch = (failed: readonly Target[]) =>
    endRun(client, run, { state: failed.length > 0 ? 'failed' : 'done', failed: failuresOf(failed) })
  const switching = { ...options, runId: run.runId, keeps: run.keeps, onSwitch }
  const [first] = release
  if (!first) throw new RangeError('A run has at least one projection')

  switch (run.kind) {
    case 'replay': {
      const { outcome } = await buildLocked(client, companyId, release, switching)
      return outcome === 'built' ? 'ended' : 'stopped'
    }
    case 'compare': {
      const compared = await compareLocked(client, companyId, release, switching)
      if (compared.outcome === 'stopped') return 'stopped'
      const { failed, comparisons } = compared
      await endRun(client, run, { state: failed.length > 0 ? 'failed' : 'done', failed, comparisons })
      return 'ended'
    }
    case 'promote':
    case 'undo': {
      const work = run.kind === 'promote' ? promoteLocked : undoLocked
      const { outcome } = await work(client, companyId, first, switching)
      if (outcome !== 'nothing') return outcome === 'built' ? 'ended' : 'stopped'
      const error = run.kind === 'promote' ? 'There is nothing to promote' : 'There is nothing to go back to'
      await endRun(client, run, { state: 'failed', failed: [{ projection: first.name, seq: 0, error }] })
      return 'ended'
    }
    case 'discard':
      await sweepGenerations(client, companyId, release, { statuses: ['compared'], between: options.between })
      await endRun(client, run, { state: 'done' })
      return 'ended'
    case 'retry':
      await resumeParked(client, release, companyId)
      await endRun(client, run, { state: 'done' })
      bell.ring('fettle_appended', [companyId])
      return 'ended'
  }
}
