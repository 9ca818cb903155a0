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
  /** Told of in the same transaction, which is given up when it answers false. */
  onSwitch?: (failed: readonly Target[]) => Promise<boolean>
  /** Left as they are instead of being folded up to the head. */
  asTheyAre?: boolean
  /** A target that fails stays as it was, without a word of it. */
  failedStay?: boolean
}

/**
 * Catches up with what came meanwhile and switches, with the live projectors held off: readers see the old rows or the new. A
 * target that fails is not switched to, and its live generation stays.
 */
export async function switchLive(
  client: pg.ClientBase,
  companyId: string,
  targets: readonly Target[],
  options: SwitchOptions,
): Promise<'switched' | 'withdrawn'> {
  const { onSwitch = async () => true, asTheyAre = false, failedStay = false } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin')
      await client.query('set local synchronous_commit = on')
      const newer = await lockLive(client, companyId, targets)
      for (const one of newer) one.failure ??= failureAt(one.seq, 'A newer release has made this projection')
      if (!asTheyAre)
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

/** Folds and writes what is new; what PostgreSQL refuses of it is undone, and the transaction goes on for the others. */
async function catchUp(client: pg.ClientBase, companyId: string, target: Target) {
  await client.query('savepoint caught_up')
  try {
    for (let missed = batchSize; missed === batchSize && !target.failure; ) {
      const events = await readEvents(client, companyId, target.seq, batchSize)
      await foldLoaded(client, companyId, [target], events)
      missed = events.length
    }
    if (!target.failure) await runInOrder(client, writes(companyId, [target]))
  } catch (error) {
    if (isRowError(error)) await client.query('rollback to savepoint caught_up')
    throw error
  }
}

const isLockTimeout = (error: unknown) => isDatabaseError(error) && error.code === '55P03'
