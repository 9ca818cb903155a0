import { parseArgs } from 'node:util'
import { connect } from '#ledger/database/connect.ts'
import { openOwnPostgres } from '#test/database/own-postgres.ts'
import { lengthOf } from '#test/reliability/extent.ts'
import { pageCode } from './page/page-code.ts'
import { type DayResult, playDays } from './run/days.ts'
import { playInProcesses } from './run/days-processes.ts'
import { postgresLog } from './server/postgres-log.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { postgres: { type: 'boolean' } } })
const [first = '1', count] = positionals
const [from, many] = [Number(first), count === undefined ? lengthOf('FETTLE_DAYS', 100) : Number(count)]
if (!Number.isInteger(from) || !Number.isInteger(many) || many < 1)
  throw new Error('npm run simulate -- [--postgres] [first seed] [how many]')

/** A real log, in a database of its own. */
const postgres = values.postgres ? await openOwnPostgres() : undefined
const pool = postgres && connect(postgres.url, 'fettle_api', { max: 8 })
const began = performance.now()
let [done, failed, commands, events] = [0, 0, 0, 0]
let isStopped = false
process.once('SIGINT', () => {
  isStopped = true
})
const stopped = () => isStopped
const note = (day: DayResult) => {
  done += 1
  commands += day.commands
  events += day.events
  if (day.faults.length === 0) return
  failed += 1
  process.stdout.write(`\nSeed ${day.seed}\n${day.faults.join('\n')}\n`)
}
const days = { from, many }
if (many > 1 && !pool) await playInProcesses(days, note, stopped)
else
  await playDays(
    days,
    await pageCode(),
    pool ? { openLog: postgresLog(pool) } : {},
    (day) => {
      if (many === 1) process.stdout.write(`${day.trace.join('\n')}\n`)
      note(day)
    },
    stopped,
  )
const seconds = (performance.now() - began) / 1_000
process.stdout.write(
  `${done} seeds from ${from}: ${failed} failed; ${commands} commands, ${events} events, ${seconds.toFixed(0)} s\n`,
)
await pool?.end()
await postgres?.close()
if (failed > 0) process.exitCode = 1
