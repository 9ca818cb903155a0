import { Command } from '@commander-js/extra-typings'
import { restoreBackup } from '#cli/backup/restore-backup.ts'
import { withDatabase } from '#cli/database/open-database.ts'

export const restore = new Command('restore')
  .description(
    'bring a backup into an empty database; what screens show is folded again by the next start, or by replay',
  )
  .argument('<file>', 'a file that `fettle backup` wrote')
  .option('--json', 'print what was restored as JSON')
  .action(async (file, { json }) => {
    const restored = await withDatabase((databaseUrl) => restoreBackup(databaseUrl, file))
    if (json) return console.log(JSON.stringify(restored))
    const { company_head: companies = 0, event: events = 0 } = restored.rows
    console.log(`${companies} companies and ${events} events, as they were at ${restored.createdAt}.`)
    console.log('Now: fettle verify, then fettle replay --all.')
  })
