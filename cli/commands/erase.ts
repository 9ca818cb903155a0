import { Command } from '@commander-js/extra-typings'
import { withMigratedDatabase } from '#cli/database/open-database.ts'
import { rewriteFiles } from '#cli/database/rewrite-files.ts'
import { searchFiles } from '#cli/database/search-files.ts'
import { readSettings } from '#cli/settings/settings.ts'

export const erase = new Command('erase')
  .description('finish erasures in the files: rewrite every table, the statistics and the log of the database')
  .requiredOption('--finish', 'rewrite them now; nobody can work meanwhile')
  .option('--word <words...>', 'erased words: search all files of the data folder for them afterwards, as proof')
  .option('--json', 'print the result as JSON')
  .action(async ({ word: words, json }) => {
    const { dataFolder, databaseFolder } = readSettings()
    const folders = [dataFolder, ...(databaseFolder ? [databaseFolder] : [])]
    const { done, found } = await withMigratedDatabase(async (databaseUrl) => {
      const done = await rewriteFiles(databaseUrl)
      // While the server still has its files.
      const found: string[] = []
      for (const folder of words ? folders : []) found.push(...(await searchFiles(folder, words ?? [])))
      return { done, found }
    })
    const lines = [
      `Rewrote ${done.tables} tables, and ${done.segments} segments of the write-ahead log.`,
      ...done.cannot.map((what) => `It could not ${what}.`),
      ...(words ? [describe(found, folders)] : []),
      outOfReach,
    ]
    console.log(json ? JSON.stringify({ ...done, ...(words ? { found } : {}) }) : lines.join('\n'))
    if (done.cannot.length > 0 || found.length > 0) process.exitCode = 1
  })

const describe = (found: readonly string[], folders: readonly string[]) =>
  found.length === 0
    ? `None of the words is in any file of ${folders.join(' and ')}.`
    : `Some of the words are still in:\n${found.map((file) => `  ${file}`).join('\n')}`

const outOfReach =
  'Out of its reach: backups, replicas and archived log, old versions in a bucket, copies of logs, freed blocks of the disk, and values that PostgreSQL compresses (which the search does not recognise).'
