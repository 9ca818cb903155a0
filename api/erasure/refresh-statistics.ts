import { connect } from '#ledger/database/connect.ts'

/** As long as looking at samples of the largest tables may take. */
const patience = 300_000

/** Has the database take new samples for its planner, in which nothing is that is there no more. */
export async function forgetInStatistics(databaseUrl: string): Promise<void> {
  const pool = connect(databaseUrl, 'fettle_api', { max: 1, queryTimeout: patience })
  try {
    await pool.query('select forget_in_statistics()')
  } finally {
    await pool.end()
  }
}
