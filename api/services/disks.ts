import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from '#api/config/config.ts'
import { type DiskState, describeDisk } from '#ledger/database/disk-space.ts'
import { type DiskWatch, watchDisks } from '#ledger/database/disk-watch.ts'

const diskNames = ['database', 'files'] as const
/** The disk of the database, if it is on this machine, and that of the data folder. */
export type Disks = DiskWatch<(typeof diskNames)[number]>

/** Watches both disks: tells the log when one fills up, and the metrics always. */
export async function openDisks({
  config: { databaseFolder: database, dataFolder: files, diskReserve: reserve },
  metrics,
  logger,
}: {
  config: Config
  metrics: Registry
  logger: Logger
}): Promise<Disks> {
  const disks = await watchDisks({
    folders: { database, files },
    reserve,
    onChange: (space) =>
      logger[space.state === 'full' ? 'error' : space.state === 'low' ? 'warn' : 'info'](space, describeDisk(space)),
    onFault: (error) => logger.warn({ err: error }, 'the free space of a disk cannot be read'),
  })
  const gauge = (figure: 'free' | 'reserve', help: string) =>
    new Gauge({
      name: `fettle_disk_${figure}_bytes`,
      help,
      labelNames: ['disk'],
      registers: [metrics],
      collect() {
        this.reset()
        for (const disk of diskNames) {
          const space = disks.space(disk)
          if (space) this.set({ disk }, space[figure])
        }
      },
    })
  gauge('free', 'Free space of the disk of the database, and of that of the files.')
  gauge('reserve', 'What must stay free of the disk: below it changes are refused.')
  return disks
}

/** The state of the fuller of the two disks. */
export function worstOf(disks: Disks): DiskState {
  const states = diskNames.map((name) => disks.space(name)?.state)
  return states.includes('full') ? 'full' : states.includes('low') ? 'low' : 'enough'
}
