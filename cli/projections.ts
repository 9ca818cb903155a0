import { Command } from '@commander-js/extra-typings'
import { connect } from '#ledger/connect.ts'
import { type ProjectionStatus, projectionStatus } from '#projector/status.ts'
import { companyOf, withTables } from './database.ts'

export const projections = new Command('projections')
  .description('show how far each projection of each company is')
  .option('--company <email or id>', 'only this company, by the email of one of its people')
  .option('--json', 'print them as JSON')
  .action(async ({ company, json }) => {
    const found = await withTables((databaseUrl) => statusIn(databaseUrl, company))
    if (json) console.log(JSON.stringify({ projections: found }))
    else if (found.length === 0) console.log('There is no company yet.')
    else console.table(found.map(line))
    if (found.some((one) => one.status === 'parked')) process.exitCode = 1
  })

async function statusIn(databaseUrl: string, company?: string): Promise<ProjectionStatus[]> {
  const companyId = company ? await companyOf(databaseUrl, company) : undefined
  const pool = connect(databaseUrl, 'fettle_projector', { max: 1 })
  try {
    return await projectionStatus(pool, companyId)
  } finally {
    await pool.end()
  }
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
