import type pg from 'pg'
import { isDatabaseError } from '#ledger/database/connect.ts'
import { readEvents } from '#ledger/log/read.ts'
import { foldLoaded, isRowError } from '#projector/live/project.ts'
import { moveCheckpoints } from '#projector/rows/checkpoints.ts'
import { failureAt, type Target } from '#projector/rows/fold.ts'
import { writes } from '#projector/rows/row-store.ts'
import { lockLive, type Switch, switchStatements } from '#projector/rows/switch-generations.ts'
import { failingTarget, runInOrder } from './fold-to-head.ts'

const tries = 5
const batchSize = 1_000

export type SwitchOptions = Switch & {
  /** Called in the same transaction, which is rolled back if it returns false. */
  onSwitch?: (failed: readonly Target[]) => Promise<boolean>
  /** Switches without folding up to the head first. */
  unchanged?: boolean
  /** The checkpoints of failed targets are left alone: their failure is not recorded. */
  failedStay?: boolean
}

/**
 * Folds the events that have arrived since and switches, while live projectors are held off: readers see the old rows or the new
 * ones. A target that fails is not switched to; its live generation stays.
 */
export async function switchLive(
  client: pg.ClientBase,
  companyId: string,
  targets: readonly Target[],
  options: SwitchOptions,
): Promise<'switched' | 'withdrawn'> {
  const { onSwitch = async () => true, unchanged = false, failedStay = false } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin')
      await client.query('set local synchronous_commit = on')
      const newer = await lockLive(client, companyId, targets)
      for (const one of newer) one.failure ??= failureAt(one.seq, 'A newer release has built this projection')
      if (!unchanged)
        for (const one of targets) if (!one.failure) await failingTarget(one, () => catchUp(client, companyId, one))
      const sound = targets.filter((one) => !one.failure)
      await runInOrder(client, [
        moveCheckpoints(companyId, failedStay ? sound : targets),
        ...switchStatements(companyId, sound, options),
      ])
      if (!(await onSwitch(targets.filter((one) => one.failure)))) {
        await client.query('rollback')
        return 'withdrawn'
      }
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('The switch was rolled back')
      return 'switched'
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error) || attempt === tries) throw error
    }
  }
}

/** Folds and writes what is new; if PostgreSQL refuses rows it rolls them back, and the transaction continues with the others. */
async function catchUp(client: pg.ClientBase, companyId: string, target: Target) {
  await client.query('savepoint before_catching_up')
  try {
    for (let missed = batchSize; missed === batchSize && !target.failure; ) {
      const events = await readEvents(client, companyId, target.seq, batchSize)
      await foldLoaded(client, companyId, [target], events)
      missed = events.length
    }
    if (!target.failure) await runInOrder(client, writes(companyId, [target]))
  } catch (error) {
    if (isRowError(error)) await client.query('rollback to savepoint before_catching_up')
    throw error
  }
}

const isLockTimeout = (error: unknown) => isDatabaseError(error) && error.code === '55P03'
