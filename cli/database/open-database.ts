import { readSettings, type Settings } from '#cli/settings/settings.ts'
import { isMigrated } from '#ledger/database/migrated.ts'
import { type EmbeddedPostgres, openPostgres } from './embedded-postgres.ts'

/** The database of DATABASE_URL, else the embedded one, which is started unless it is running already. */
export async function openDatabase({ databaseUrl, dataFolder }: Settings): Promise<EmbeddedPostgres> {
  if (!databaseUrl) return openPostgres(dataFolder)
  return { url: databaseUrl, revive: async () => false, close: async () => {} }
}

/** The database's disk: the folder of its files, if it is on this machine, and what must stay free, in bytes, if it is set. */
export type DatabaseDisk = { databaseFolder: string | undefined; reserve: number | undefined }

/** Opens the database while a command works on it, and closes it again, on Ctrl-C as well. */
export async function withDatabase<Result>(
  work: (databaseUrl: string, disk: DatabaseDisk) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings()
  const database = await openDatabase(settings)
  const interrupted = (signal: NodeJS.Signals) => {
    process.exitCode = signal === 'SIGINT' ? 130 : 143
    void database.close().finally(() => process.exit())
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    const databaseFolder = database.folder ?? settings.databaseFolder
    return await work(database.url, { databaseFolder, reserve: settings.diskReserve })
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    await database.close()
  }
}

/** As `withDatabase`, for a command that needs this release's tables. Throws if they are missing. */
export const withMigratedDatabase = <Result>(work: (databaseUrl: string, disk: DatabaseDisk) => Promise<Result>) =>
  withDatabase(async (databaseUrl, disk) => {
    if (await isMigrated(databaseUrl)) return work(databaseUrl, disk)
    throw new Error('The database is empty or from another release. Run `fettle migrate` or `fettle start` first.')
  })
