import { Command } from '@commander-js/extra-typings'
import { startFettle } from '#cli/process/running-fettle.ts'
import { stopSignal, untilStopped } from '#cli/process/stop-signal.ts'
import { readSettings } from '#cli/settings/settings.ts'

export const start = new Command('start')
  .description('run Fettle: the API, the projector, and the database if DATABASE_URL is not set')
  .option('--json', 'print the address and the process ids as JSON')
  .action(async ({ json }) => {
    const signal = stopSignal()
    const fettle = await startFettle(readSettings(), { signal, report: (line) => console.error(line) })
    const { address, programs } = fettle
    const processes = Object.fromEntries(programs.map(({ name, processId }) => [name, processId()]))
    console.log(json ? JSON.stringify({ address, processes }) : `Fettle runs at ${address}. Ctrl-C stops it.`)
    await untilStopped(fettle, signal)
  })
