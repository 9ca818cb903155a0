import { sql } from 'kysely'
import { connect } from '#ledger/database/connect.ts'
import { statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** Sampling the largest tables may take this long, in milliseconds. */
const patience = 300_000

const sampleAgain = statement('erasure-statistics', () => db.selectNoFrom(sql`forget_in_statistics()`.as('done')))

/** Has the database sample its tables again, so that the planner's statistics no longer contain what was erased. */
export async function refreshStatistics(databaseUrl: string): Promise<void> {
  const pool = connect(databaseUrl, 'fettle_api', { max: 1, queryTimeout: patience })
  try {
    await pool.query(sampleAgain({}))
  } finally {
    await pool.end()
  }
}
