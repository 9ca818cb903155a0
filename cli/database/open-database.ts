import { readSettings, type Settings } from '#cli/settings/settings.ts'
import { isMigrated } from '#ledger/database/migrated.ts'
import { type EmbeddedPostgres, openPostgres } from './embedded-postgres.ts'

/** The database of DATABASE_URL, else the embedded one, which is started unless it is running already. */
export async function openDatabase({ databaseUrl, dataFolder }: Settings): Promise<EmbeddedPostgres> {
  if (!databaseUrl) return openPostgres(dataFolder)
  return { url: databaseUrl, revive: async () => false, close: async () => {} }
}

/** Opens the database while a command works on it, and closes it again, on Ctrl-C as well. */
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

/** As `withDatabase`, for a command that needs this release's tables. Throws if they are missing. */
export const withMigratedDatabase = <Result>(work: (databaseUrl: string) => Promise<Result>) =>
  withDatabase(async (databaseUrl) => {
    if (await isMigrated(databaseUrl)) return work(databaseUrl)
    throw new Error('The database is empty or from another release. Run `fettle migrate` or `fettle start` first.')
  })
