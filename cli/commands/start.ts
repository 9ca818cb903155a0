import { Command } from '@commander-js/extra-typings'
import { startFettle } from '#cli/process/running-fettle.ts'
import { stopSignal, untilStopped } from '#cli/process/stop-signal.ts'
import { readSettings } from '#cli/settings/settings.ts'

export const start = new Command('start')
  .description('run Fettle: the API, the projector and, if DATABASE_URL is not set, the database')
  .option('--json', 'print the address and process ids as JSON')
  .action(async ({ json }) => {
    const signal = stopSignal()
    const fettle = await startFettle(readSettings(), { signal, report: (line) => console.error(line) })
    const { address, programs } = fettle
    const processes = Object.fromEntries(programs.map(({ name, processId }) => [name, processId()]))
    console.log(
      json ? JSON.stringify({ address, processes }) : `Fettle is running at ${address}. Press Ctrl-C to stop.`,
    )
    await untilStopped(fettle, signal)
  })
