import { Command } from '@commander-js/extra-typings'
import { withDatabase } from '#cli/database/open-database.ts'
import { migrate as migrateDatabase } from '#migrations/migrate.ts'

export const migrate = new Command('migrate')
  .description('bring the database to the tables of this release')
  .option('--json', 'print the names of the migrations as JSON')
  .action(async ({ json }) => {
    const migrations = await withDatabase(migrateDatabase)
    if (json) console.log(JSON.stringify({ migrations }))
    else console.log(migrations.length === 0 ? 'Nothing to do.' : `Done: ${migrations.join(', ')}`)
  })
