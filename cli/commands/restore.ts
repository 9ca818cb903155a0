import { Command } from '@commander-js/extra-typings'
import { restoreBackup } from '#cli/backup/restore-backup.ts'
import { withDatabase } from '#cli/database/open-database.ts'
import { counted } from '#cli/process/counted.ts'

export const restore = new Command('restore')
  .description('restore a backup into an empty database; projections are rebuilt by the next start, or by replay')
  .argument('<file>', 'a file written by `fettle backup`')
  .option('--json', 'print the result as JSON')
  .action(async (file, { json }) => {
    const restored = await withDatabase((databaseUrl) => restoreBackup(databaseUrl, file))
    if (json) return console.log(JSON.stringify(restored))
    const { company_head: companies = 0, event: events = 0 } = restored.rows
    console.log(
      `Restored ${counted(companies, 'company', 'companies')} and ${counted(events, 'event')}, as of ${restored.createdAt}.`,
    )
    console.log('Next, run fettle verify, then fettle replay --all.')
  })
