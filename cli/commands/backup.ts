import { Command } from '@commander-js/extra-typings'
import { writeBackup } from '#cli/backup/write-backup.ts'
import { withTables } from '#cli/database/open-database.ts'

export const backup = new Command('backup')
  .description('write the log, the accounts and all else that cannot be folded again into one file, while Fettle runs')
  .argument('<file>', 'the file to write, such as fettle.sql.gz; one that is there is replaced')
  .option('--json', 'print what was written as JSON')
  .action(async (file, { json }) => {
    const written = await withTables((databaseUrl) => writeBackup(databaseUrl, file))
    if (json) return console.log(JSON.stringify(written))
    const { company_head: companies = 0, event: events = 0 } = written.rows
    console.log(`${file}: ${companies} companies, ${events} events, ${(written.bytes / 1e6).toFixed(1)} MB.`)
    console.log('The photos and keys.json are files of the data folder: copy them now.')
  })
