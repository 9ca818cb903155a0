import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from '@commander-js/extra-typings'
import { findCompany } from '#cli/database/find-company.ts'
import { withMigratedDatabase } from '#cli/database/open-database.ts'
import { connect } from '#ledger/database/connect.ts'
import { type OpenRun, readOpenRuns } from '#ledger/read-models/replay-runs.ts'
import { type ProjectionStatus, projectionStatus } from '#projector/status.ts'

const refreshEvery = 1_000

export const projections = new Command('projections')
  .description('show how far each projection has got, and any runs in progress')
  .option('--company <email or id>', "only this company, given by its id or a member's email")
  .option('--watch', 'refresh every second, until Ctrl-C')
  .option('--json', 'print them as JSON, one line per refresh')
  .action(async ({ company, watch, json }) => {
    await withMigratedDatabase(async (databaseUrl) => {
      const companyId = company ? await findCompany(databaseUrl, company) : undefined
      const pool = connect(databaseUrl, 'fettle_projector', { max: 1 })
      try {
        for (;;) {
          const found = await projectionStatus(pool, companyId)
          const runs = await readOpenRuns(pool, companyId)
          if (watch && !json && process.stdout.isTTY) console.clear()
          if (json) console.log(JSON.stringify({ projections: found, runs }))
          else show(found, runs)
          if (found.some((one) => one.status === 'parked')) process.exitCode = 1
          if (!watch) return
          await sleep(refreshEvery)
        }
      } finally {
        await pool.end()
      }
    })
  })

function show(found: readonly ProjectionStatus[], runs: readonly OpenRun[]) {
  if (found.length === 0) console.log('There are no companies yet.')
  else if (new Set(found.map((one) => one.companyId)).size === 1) console.table(found.map(line))
  else {
    console.table([...Map.groupBy(found, (one) => one.projection)].map(([name, of]) => total(name, of)))
    for (const one of found.filter(({ status }) => status === 'parked'))
      console.log(`${one.companyId}: ${one.projection} is parked at event ${one.errorSeq}: ${one.error}`)
  }
  for (const { kind, projections: names, companies, events, rate, secondsLeft } of runs)
    console.log(
      `${kind} of ${names.join(', ')}: ${events.done} of ${events.total} events, ${companies.done} of ${companies.total} companies, ${Math.round(rate)} events/s${secondsLeft > 0 ? `, ${Math.ceil(secondsLeft)} s left` : ''}`,
    )
}

const line = ({ companyId, projection, version, generation, seq, lag, status, error, errorSeq }: ProjectionStatus) => ({
  company: companyId,
  projection,
  version,
  generation,
  seq,
  lag,
  status: status === 'parked' ? `parked at ${errorSeq}: ${error}` : status,
})

/** One projection across all companies. */
const total = (projection: string, of: readonly ProjectionStatus[]) => ({
  projection,
  versions: [...new Set(of.map((one) => one.version))].toSorted((a, b) => a - b).join(', '),
  companies: of.length,
  behind: of.filter((one) => one.lag > 0).length,
  lag: of.reduce((sum, one) => sum + one.lag, 0),
  parked: of.filter((one) => one.status === 'parked').length,
})
