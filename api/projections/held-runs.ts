import type { Disks } from '#api/services/disks.ts'
import { type ProjectionRun, rebuilding } from '#core/wire/projections.ts'

/** Whether rebuilds wait because too little of the database's disk is free. A disk that is not on this machine holds nothing up. */
export const areRebuildsHeld = (disks: Disks): boolean => disks.space('database')?.mayReplay === false

/** Runs with the reason for which they wait. */
export const withHeld = (runs: readonly ProjectionRun[], disks: Disks): ProjectionRun[] =>
  runs.map((run) =>
    areRebuildsHeld(disks) && rebuilding.includes(run.kind) && (run.state === 'waiting' || run.state === 'running')
      ? { ...run, held: 'disk-full' }
      : run,
  )
