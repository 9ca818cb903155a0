import { Command } from '@commander-js/extra-typings'
import { backup } from './backup.ts'
import { demo } from './demo.ts'
import { importOrders } from './import.ts'
import { messageOf } from './message-of.ts'
import { migrate } from './migrate.ts'
import { projections } from './projections.ts'
import { replay } from './replay.ts'
import { restore } from './restore.ts'
import { start } from './start.ts'
import { Stopped } from './stop-signal.ts'
import { verify } from './verify.ts'

const fettle = new Command('fettle')
  .description('The job ledger for property-maintenance companies')
  .addCommand(start)
  .addCommand(demo)
  .addCommand(migrate)
  .addCommand(importOrders)
  .addCommand(verify)
  .addCommand(projections)
  .addCommand(replay)
  .addCommand(backup)
  .addCommand(restore)

try {
  await fettle.parseAsync()
} catch (error) {
  const stopped = error instanceof Stopped
  if (!stopped) console.error(messageOf(error))
  process.exitCode = stopped ? 130 : 1
}
