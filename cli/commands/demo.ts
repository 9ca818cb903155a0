import { Command } from '@commander-js/extra-typings'
import { SingleBar } from 'cli-progress'
import { demoJobs, makeDemoCompany, signIns } from '#cli/demo/demo-company.ts'
import { business } from '#cli/demo/invented-texts.ts'
import { startFettle } from '#cli/process/running-fettle.ts'
import { stopSignal, untilStopped } from '#cli/process/stop-signal.ts'
import { readSettings } from '#cli/settings/settings.ts'

export const demo = new Command('demo')
  .description('run Fettle with a made-up company that has 2,000 jobs over 18 months, and print its sign-ins')
  .option('--json', 'print the address and sign-ins as JSON')
  .action(async ({ json }) => {
    const signal = stopSignal()
    const fettle = await startFettle(readSettings(), { signal, report: (line) => console.error(line) })
    const bar = new SingleBar({
      format: `Creating ${business} {bar} {value} of {total} changes`,
      clearOnComplete: true,
    })
    try {
      let started = false
      await makeDemoCompany(fettle.databaseUrl, Date.now(), demoJobs, (done, total) => {
        if (!started) bar.start(total, 0)
        started = true
        bar.update(done)
        signal.throwIfAborted()
      })
    } catch (error) {
      await fettle.stop()
      throw error
    } finally {
      bar.stop()
    }
    console.log(json ? JSON.stringify({ address: fettle.address, signIns }) : sentences(fettle.address).join('\n'))
    await untilStopped(fettle, signal)
  })

const sentences = (address: string) => [
  `Fettle is running at ${address} with the made-up company ${business}. Press Ctrl-C to stop.`,
  'Sign in as:',
  ...signIns.map(({ role, email, password }) => `  ${role.padEnd(5)}  ${email.padEnd(26)}  ${password}`),
]
