import { readSettings, type Settings } from '#cli/settings/settings.ts'
import { connect } from '#ledger/database/connect.ts'
import { isMigrated } from '#ledger/database/migrated.ts'
import { type EmbeddedPostgres, openPostgres } from './embedded-postgres.ts'

/** A database for as long as a command needs it: that of DATABASE_URL, else the embedded one, joined if it runs already. */
export async function openDatabase({ databaseUrl, dataFolder }: Settings): Promise<EmbeddedPostgres> {
  if (!databaseUrl) return openPostgres(dataFolder)
  return { url: databaseUrl, revive: async () => false, close: async () => {} }
}

/** Does a command's work on the database. Ctrl-C leaves it as it was found, too. */
export async function withDatabase<Result>(work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(readSettings())
  const interrupted = (signal: NodeJS.Signals) => {
    process.exitCode = signal === 'SIGINT' ? 130 : 143
    void database.close().finally(() => process.exit())
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    return await work(database.url)
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    await database.close()
  }
}

/** The same for a command that needs the tables of this release. */
export const withTables = <Result>(work: (databaseUrl: string) => Promise<Result>) =>
  withDatabase(async (databaseUrl) => {
    if (await isMigrated(databaseUrl)) return work(databaseUrl)
    throw new Error('The database is empty or of another release: run `fettle migrate` or `fettle start` first.')
  })

/** The company that an email belongs to; a company's id is taken as it is. Throws where there is none. */
export async function companyOf(databaseUrl: string, emailOrId: string): Promise<string> {
  const [role, query] = emailOrId.includes('@')
    ? (['fettle_auth', 'select company_id from account where lower(email) = lower($1)'] as const)
    : (['fettle_projector', 'select company_id from company_head where company_id::text = lower($1)'] as const)
  const pool = connect(databaseUrl, role, { max: 1 })
  try {
    const { rows } = await pool.query<{ company_id: string }>(query, [emailOrId.trim()])
    if (rows[0]) return rows[0].company_id
    throw new Error(`There is no company of ${emailOrId}.`)
  } finally {
    await pool.end()
  }
}
