import { Command } from '@commander-js/extra-typings'
import { withDatabase } from '#cli/database/open-database.ts'
import { openLogins } from '#cli/database/service-logins.ts'
import { readSettings } from '#cli/settings/settings.ts'
import { migrate as migrateDatabase } from '#migrations/migrate.ts'

export const migrate = new Command('migrate')
  .description("update the database to this release's tables")
  .option('--json', 'print the names of the applied migrations as JSON')
  .action(async ({ json }) => {
    const migrations = await withDatabase(async (databaseUrl) => {
      const applied = await migrateDatabase(databaseUrl)
      await openLogins(databaseUrl, readSettings())
      return applied
    })
    if (json) console.log(JSON.stringify({ migrations }))
    else console.log(migrations.length === 0 ? 'The database is up to date.' : `Applied: ${migrations.join(', ')}`)
  })
