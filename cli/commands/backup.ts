import { Command } from '@commander-js/extra-typings'
import { writeBackup } from '#cli/backup/write-backup.ts'
import { withMigratedDatabase } from '#cli/database/open-database.ts'
import { counted } from '#cli/process/counted.ts'

export const backup = new Command('backup')
  .description(
    'back up the log, the accounts and everything else that a replay cannot rebuild to one file, while Fettle runs',
  )
  .argument('<file>', 'the file to write, such as fettle.sql.gz; an existing file is replaced')
  .option('--json', 'print the result as JSON')
  .action(async (file, { json }) => {
    const written = await withMigratedDatabase((databaseUrl) => writeBackup(databaseUrl, file))
    if (json) return console.log(JSON.stringify(written))
    const { company_head: companies = 0, event: events = 0 } = written.rows
    console.log(
      `${file}: ${counted(companies, 'company', 'companies')}, ${counted(events, 'event')}, ${(written.bytes / 1e6).toFixed(1)} MB.`,
    )
    console.log('Photos and keys.json are not included: copy them from the data folder now.')
  })
