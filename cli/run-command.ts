import { Command } from '@commander-js/extra-typings'
import { secondFactor } from './commands/accounts/second-factor.ts'
import { backup } from './commands/backup.ts'
import { demo } from './commands/demo.ts'
import { erase } from './commands/erase.ts'
import { importOrders } from './commands/import.ts'
import { migrate } from './commands/migrate.ts'
import { projections } from './commands/projections.ts'
import { proof } from './commands/proof.ts'
import { replay } from './commands/replay.ts'
import { restore } from './commands/restore.ts'
import { start } from './commands/start.ts'
import { verify } from './commands/verify.ts'
import { errorMessage } from './process/error-message.ts'
import { Stopped } from './process/stop-signal.ts'

const fettle = new Command('fettle')
  .description('The job ledger for property-maintenance companies')
  .addCommand(start)
  .addCommand(demo)
  .addCommand(migrate)
  .addCommand(importOrders)
  .addCommand(verify)
  .addCommand(proof)
  .addCommand(projections)
  .addCommand(replay)
  .addCommand(erase)
  .addCommand(secondFactor)
  .addCommand(backup)
  .addCommand(restore)

try {
  await fettle.parseAsync()
} catch (error) {
  const stopped = error instanceof Stopped
  if (!stopped) console.error(errorMessage(error))
  process.exitCode = stopped ? 130 : 1
}
