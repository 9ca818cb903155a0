import { pageCode } from '#test/simulation/page/page-code.ts'
import { type DayResult, playDays } from './days.ts'

/** A process that plays days and sends the result of each; started by processes.ts. */
const [from, many] = process.argv.slice(2).map(Number)
if (from === undefined || many === undefined || !process.send) throw new Error('This file is started by a simulation.')
const send = process.send.bind(process)
await playDays({ from, many }, await pageCode(), {}, ({ trace: _, ...day }) => void send(day satisfies DayResult))
process.disconnect?.()
