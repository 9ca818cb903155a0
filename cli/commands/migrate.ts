import { Command } from '@commander-js/extra-typings'
import { withDatabase, withMigratedDatabase } from '#cli/database/open-database.ts'
import { openLogins } from '#cli/database/service-logins.ts'
import { readSettings } from '#cli/settings/settings.ts'
import { distribute as distributeDatabase } from '#migrations/distribution/distribute.ts'
import { migrate as migrateDatabase } from '#migrations/migrate.ts'

export const migrate = new Command('migrate')
  .description("update the database to this release's tables")
  .option('--distribute', 'also spread them over the workers of Citus, each company on one of them')
  .option('--dry-run', 'with --distribute: say what that would do, and change nothing')
  .option('--json', 'print the applied migrations, and the steps of --distribute, as JSON')
  .action(async ({ distribute = false, dryRun = false, json }) => {
    if (dryRun && !distribute) throw new Error('--dry-run is for --distribute.')
    if (dryRun) {
      const steps = await withMigratedDatabase((databaseUrl) => distributeDatabase(databaseUrl, { dryRun }))
      return console.log(json ? JSON.stringify({ steps }) : listed('Nothing was changed. It would', steps))
    }
    const { migrations, steps } = await withDatabase(async (databaseUrl) => {
      const applied = await migrateDatabase(databaseUrl, { report: (line) => console.error(line) })
      await openLogins(databaseUrl, readSettings())
      return { migrations: applied, ...(distribute ? { steps: await distributeDatabase(databaseUrl) } : {}) }
    })
    if (json) return console.log(JSON.stringify({ migrations, steps }))
    console.log(migrations.length === 0 ? 'The database is up to date.' : `Applied: ${migrations.join(', ')}`)
    if (steps) console.log(listed('Done', steps))
  })

const listed = (title: string, steps: readonly string[]) =>
  steps.length === 0
    ? 'The database is distributed already.'
    : [`${title}:`, ...steps.map((one) => `  ${one}`)].join('\n')
