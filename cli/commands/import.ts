import { Command, Option } from '@commander-js/extra-typings'
import { SingleBar } from 'cli-progress'
import { createCommandContext } from '#api/commands/handle-command.ts'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import type { RowSource } from '#api/imports/rows/file-rows.ts'
import { type ImportReport, importFile } from '#api/imports/rows/import-file.ts'
import { type ImportPlan, readPlan } from '#api/imports/rows/read-plan.ts'
import { refusingJobsOfPeople } from '#api/imports/rows/repeats.ts'
import { todayOf } from '#api/imports/runs/check.ts'
import { intoLedger } from '#api/imports/runs/into-ledger.ts'
import { namespaceOf } from '#api/imports/runs/namespaces.ts'
import { readPlace } from '#api/rights/rights.ts'
import { accountWith } from '#cli/database/find-company.ts'
import { withMigratedDatabase } from '#cli/database/open-database.ts'
import { openSource } from '#cli/import/open-source.ts'
import { refusalOfNewJob } from '#core/company/plan-rules.ts'
import type { DayOrder } from '#core/imports/days.ts'
import { importFields } from '#core/wire/imports.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect } from '#ledger/database/connect.ts'

const orders = { dmy: 'day first', mdy: 'month first' } as const satisfies Record<string, DayOrder>

export const importOrders = new Command('import')
  .description('create jobs from the rows of a spreadsheet; running it again imports nothing twice')
  .argument('<file>', 'an .xlsx, .ods or CSV file; its first row holds the headings')
  .requiredOption('--company <email>', "the owner's email; the jobs are created in the owner's name")
  .option('--sheet <name>', 'the sheet of a workbook; without it the first that has rows')
  .option('--map <column=field...>', `the field that a column holds: ${importFields.join(', ')}`)
  .addOption(
    new Option('--dates <order>', 'the order of dates with slashes, where the file does not show it').choices([
      'dmy',
      'mdy',
    ] as const),
  )
  .option('--one-job-per-order', 'make the rows of one work order at one site the tasks of one job')
  .option('--dry-run', 'show what would happen, and change nothing')
  .option('--json', 'print the mapping and report as JSON')
  .action(async (file, { company, sheet, map = [], dates, oneJobPerOrder = false, dryRun = false, json }) => {
    const { source, sentences } = await openSource(file, sheet)
    const plan = await readPlan(source, map, dates && orders[dates])
    if (typeof plan === 'string') throw new Error(plan)
    if (!json) console.log([...sentences, ...mappingSentences(plan)].join('\n'))
    const ways = { oneJobPerOrder, dryRun }
    const report = await withMigratedDatabase((databaseUrl) => importInto(databaseUrl, company, source, plan, ways))
    const { mapping, dayOrder } = plan
    console.log(
      json ? JSON.stringify({ mapping, dayOrder, ...ways, ...report }) : reportSentences(report, ways).join('\n'),
    )
    if (report.refused.length > 0) process.exitCode = 1
  })

type Ways = { oneJobPerOrder: boolean; dryRun: boolean }

/** Imports under the rules of the screen. Throws if the company may not create jobs. */
async function importInto(
  databaseUrl: string,
  email: string,
  source: RowSource,
  plan: ImportPlan,
  ways: Ways,
): Promise<ImportReport> {
  const pool = connect(databaseUrl, 'fettle_auth', { max: 4 })
  const bell = openBell(databaseUrl)
  const bar = new SingleBar({ format: '{bar} {value} of {total} rows, {eta_formatted} left', clearOnComplete: true })
  try {
    const actor = await ownerOf(pool, email)
    const { companyId } = actor
    const context = createCommandContext({ pool, bell, now: () => new Date() })
    const now = context.now().toISOString()
    const ended = refusalOfNewJob((await readCompanyNow(pool, companyId))?.office, now)
    if (ended) throw new Error(ended.error)
    bar.start(plan.rows, 0)
    return await importFile(source, {
      ...plan,
      ...ways,
      ...actor,
      ...intoLedger(context, actor),
      namespace: await namespaceOf(pool, companyId),
      now,
      today: await todayOf(context, companyId),
      refusalOf: refusingJobsOfPeople(pool, companyId),
      onProgress: (rows) => bar.update(rows),
    })
  } finally {
    bar.stop()
    await bell.close()
    await pool.end()
  }
}

/** The owner with this email. Throws if it belongs to no owner, or the company was closed. */
async function ownerOf(pool: ReturnType<typeof connect>, email: string) {
  const account = await accountWith(pool, email)
  const { member, isClosed } = account ? await readPlace(pool, account) : {}
  if (!account || member?.userRole !== 'owner' || member.state !== 'active')
    throw new Error(`${email} is not an owner's email.`)
  if (isClosed) throw new Error('The company was closed. Its owner can reopen it until it is erased.')
  return { ...account, role: 'owner' as const }
}

function mappingSentences({ columns, mapping, dayOrder }: ImportPlan): string[] {
  const mapped = importFields.flatMap((field) =>
    mapping[field] ? [`  ${field.padEnd(13)} from ${mapping[field].join(', ')}`] : [],
  )
  const unmapped = columns.filter((column) => !Object.values(mapping).flat().includes(column))
  return [
    'Columns are mapped as follows (change this with --map "COLUMN=field"):',
    ...mapped,
    `  dates ${dayOrder ?? 'not to be told apart'}; not imported: ${unmapped.join(', ') || 'none'}`,
  ]
}

function reportSentences(report: ImportReport, { dryRun, oneJobPerOrder }: Ways): string[] {
  const { rows, imported, completed, alreadyThere, refused, tasks, sameOrders } = report
  const done = dryRun ? 'would be imported' : 'imported'
  const shared = `${sameOrders.rows} rows share a work order and site with another row, in ${sameOrders.orders} work orders`
  return [
    `${rows} rows: ${imported} ${done} (${completed} completed), ${alreadyThere} imported before, ${refused.length} rejected.`,
    ...(oneJobPerOrder ? [`The jobs have ${tasks} tasks: ${shared}, and became tasks of one job.`] : []),
    ...(!oneJobPerOrder && sameOrders.orders > 0
      ? [`${shared}. Only the first row of each was taken; --one-job-per-order makes them the tasks of one job.`]
      : []),
    ...refused.map(({ line, reason }) => `  line ${line}: ${reason}`),
  ]
}
