import { Command } from '@commander-js/extra-typings'
import { withDatabase } from '#cli/database/open-database.ts'
import { migrate as migrateDatabase } from '#migrations/migrate.ts'

export const migrate = new Command('migrate')
  .description("update the database to this release's tables")
  .option('--json', 'print the names of the applied migrations as JSON')
  .action(async ({ json }) => {
    const migrations = await withDatabase(migrateDatabase)
    if (json) console.log(JSON.stringify({ migrations }))
    else console.log(migrations.length === 0 ? 'The database is up to date.' : `Applied: ${migrations.join(', ')}`)
  })
