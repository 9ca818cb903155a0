import { Command, Option } from '@commander-js/extra-typings'
import { SingleBar } from 'cli-progress'
import { createCommandContext } from '#api/commands/handle-command.ts'
import type { DayOrder } from '#api/imports/rows/days.ts'
import { type ImportReport, importFile } from '#api/imports/rows/import-file.ts'
import { type ImportPlan, readPlan } from '#api/imports/rows/read-plan.ts'
import { intoLedger } from '#api/imports/runs/into-ledger.ts'
import { namespaceOf } from '#api/imports/runs/namespaces.ts'
import { withTables } from '#cli/database/open-database.ts'
import { isMemberEvent } from '#core/ledger/ledger.ts'
import { evolve } from '#core/member/member.ts'
import { importFields } from '#core/wire/imports.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect } from '#ledger/database/connect.ts'
import { readStream } from '#ledger/log/read.ts'

const orders = { dmy: 'day first', mdy: 'month first' } as const satisfies Record<string, DayOrder>

export const importOrders = new Command('import')
  .description('make jobs of the rows of a CSV file; running it again imports nothing twice')
  .argument('<file>', 'the CSV file, its first line being its headings')
  .requiredOption('--company <email>', "the owner's email; the jobs are created in the owner's name")
  .option('--map <column=field...>', `what a column is: ${importFields.join(', ')}`)
  .addOption(
    new Option('--dates <order>', 'how dates with slashes are written, if the file does not tell').choices([
      'dmy',
      'mdy',
    ] as const),
  )
  .option('--dry-run', 'say what would happen, and change nothing')
  .option('--json', 'print the mapping and the report as JSON')
  .action(async (file, { company, map = [], dates, dryRun = false, json }) => {
    const plan = await readPlan(file, map, dates && orders[dates])
    if (typeof plan === 'string') throw new Error(plan)
    if (!json) console.log(mappingSentences(plan).join('\n'))
    const report = await withTables((databaseUrl) => importInto(databaseUrl, company, file, plan, dryRun))
    const { mapping, dayOrder } = plan
    console.log(
      json ? JSON.stringify({ mapping, dayOrder, dryRun, ...report }) : reportSentences(report, dryRun).join('\n'),
    )
    if (report.refused.length > 0) process.exitCode = 1
  })

async function importInto(
  databaseUrl: string,
  email: string,
  file: string,
  plan: ImportPlan,
  dryRun: boolean,
): Promise<ImportReport> {
  const pool = connect(databaseUrl, 'fettle_auth', { max: 4 })
  const bell = openBell(databaseUrl)
  const bar = new SingleBar({ format: '{bar} {value} of {total} rows, {eta_formatted} left', clearOnComplete: true })
  try {
    const actor = await ownerOf(pool, email)
    bar.start(plan.rows, 0)
    const now = new Date().toISOString()
    return await importFile(file, {
      ...plan,
      ...actor,
      ...intoLedger(createCommandContext({ pool, bell, now: () => new Date() }), actor),
      namespace: await namespaceOf(pool, actor.companyId),
      dryRun,
      now,
      today: now.slice(0, 10),
      onProgress: (rows) => bar.update(rows),
    })
  } finally {
    bar.stop()
    await bell.close()
    await pool.end()
  }
}

/** The owner with this email. Throws for anyone else. */
async function ownerOf(pool: ReturnType<typeof connect>, email: string) {
  const { rows } = await pool.query<{ user_id: string; company_id: string }>(
    'select user_id, company_id from account where lower(email) = lower($1)',
    [email.trim()],
  )
  const account = rows[0]
  const history = account ? await readStream(pool, account.company_id, account.user_id) : []
  const member = history.filter(isMemberEvent).reduce(evolve, undefined)
  if (!account || member?.userRole !== 'owner' || member.state !== 'active')
    throw new Error(`${email} is not the email of an owner.`)
  return { companyId: account.company_id, userId: account.user_id, role: 'owner' as const }
}

function mappingSentences({ columns, mapping, dayOrder }: ImportPlan): string[] {
  const read = importFields.flatMap((field) =>
    mapping[field] ? [`  ${field.padEnd(13)} from ${mapping[field].join(', ')}`] : [],
  )
  const unread = columns.filter((column) => !Object.values(mapping).flat().includes(column))
  return [
    'The file is read like this (change it with --map "COLUMN=field"):',
    ...read,
    `  dates with the ${dayOrder}; not imported: ${unread.join(', ') || 'nothing'}`,
  ]
}

function reportSentences(
  { rows, imported, completed, alreadyThere, refused }: ImportReport,
  dryRun: boolean,
): string[] {
  const done = dryRun ? 'would be imported' : 'imported'
  return [
    `${rows} rows: ${imported} ${done} (${completed} of them completed), ${alreadyThere} there already, ${refused.length} refused.`,
    ...refused.map(({ line, reason }) => `  line ${line}: ${reason}`),
  ]
}
