import { Command, Option } from '@commander-js/extra-typings'
import { SingleBar } from 'cli-progress'
import { findCompany } from '#cli/database/find-company.ts'
import { type DatabaseDisk, withMigratedDatabase } from '#cli/database/open-database.ts'
import { counted } from '#cli/process/counted.ts'
import { projections } from '#core/projections/projections.ts'
import type { RunKind } from '#core/wire/projections.ts'
import { connect } from '#ledger/database/connect.ts'
import { describeHeldReplay } from '#ledger/database/disk-space.ts'
import { changeRuns, type RunChange } from '#ledger/read-models/request-runs.ts'
import type { Release } from '#projector/rows/release.ts'
import { carryOutRun, type RunDone, type RunWanted } from './carry-out-run.ts'
import { differs, reportLines } from './replay-report.ts'

const actions = ['compare', 'promote', 'discard', 'undo', 'pause', 'resume', 'cancel'] as const
const allBut = (name: (typeof actions)[number]) => actions.filter((one) => one !== name)
const option = <const Flags extends string>(flags: Flags, description: string, name: (typeof actions)[number]) =>
  new Option(flags, description).conflicts(allBut(name))

export const replay = new Command('replay')
  .description('rebuild a projection from the first event, without interrupting readers')
  .argument('[projection]', 'the name of the projection')
  .option('--all', 'all projections, in one pass over the events')
  .option('--company <email or id>', "only this company, given by its id or a member's email")
  .addOption(
    option('--compare', 'show which rows would change, without switching; exits with code 1 if any differ', 'compare'),
  )
  .option('--keep', 'keep the compared rows for a day, for --promote')
  .addOption(option('--promote', 'switch to the compared rows', 'promote'))
  .addOption(option('--discard', 'discard the compared rows', 'discard'))
  .addOption(option('--undo', 'switch back to the rows before the last switch, within a day of it', 'undo'))
  .addOption(option('--pause', 'pause the current run', 'pause'))
  .addOption(option('--resume', 'resume the paused run', 'resume'))
  .addOption(option('--cancel', 'cancel the current run; live rows are unaffected', 'cancel'))
  .option('--json', 'print the result as JSON')
  .action(async (projection, { all, company, keep = false, json, ...chosen }) => {
    if ((projection === undefined) === !all) throw new Error('Name a projection, or use --all.')
    const release = projection === undefined ? projections : [projectionNamed(projection)]
    const change = (['pause', 'resume', 'cancel'] as const).find((one) => chosen[one])
    if (change) {
      const runs = await withMigratedDatabase((databaseUrl) => changeIn(databaseUrl, change, projection, company))
      console.log(json ? JSON.stringify({ [change]: runs }) : `${counted(runs, 'run')}: ${changed[change]}.`)
      if (runs === 0) process.exitCode = 1
      return
    }
    const kind = (['compare', 'promote', 'discard', 'undo'] as const).find((one) => chosen[one]) ?? 'replay'
    if (all && (kind === 'promote' || kind === 'undo')) throw new Error(`Name a projection to ${kind}.`)
    const keeps = kind === 'compare' ? keep : true
    const done = await withMigratedDatabase((databaseUrl, disk) =>
      runIn(databaseUrl, disk, { kind, projections: release, keeps }, company),
    )
    console.log(json ? JSON.stringify(done) : reportLines(kind, done).join('\n'))
    if (!succeeded(done)) process.exitCode = 1
  })

const changed: Record<RunChange, string> = { pause: 'paused', resume: 'resumed', cancel: 'cancelled' }

const succeeded = ({ busy, failed, cancelled, comparisons }: RunDone) =>
  busy.length + failed.length + cancelled.length === 0 && !comparisons.some(differs)

function projectionNamed(name: string): Release[number] {
  const projection = projections.find((one) => one.name === name)
  if (projection) return projection
  throw new RangeError(`There is no projection named ${name}.`)
}

async function runIn(
  databaseUrl: string,
  disk: DatabaseDisk,
  wanted: Omit<RunWanted, 'companyId'> & { kind: RunKind },
  company: string | undefined,
): Promise<RunDone> {
  const companyId = company ? await findCompany(databaseUrl, company) : undefined
  const format = '{bar} {value} of {total} events, {companies} companies, {rate} events/s, {left} s left'
  const bar = new SingleBar({ format, clearOnComplete: true })
  bar.start(0, 0, { left: '?', rate: '?', companies: '?' })
  const interrupted = () => {
    bar.stop()
    console.error(
      'The run continues in any running projector, or when one starts. To stop it, repeat the command with --cancel.',
    )
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    return await carryOutRun(databaseUrl, { ...wanted, ...(companyId ? { companyId } : {}) }, disk, {
      onProgress({ events, companies, rate, secondsLeft }) {
        bar.setTotal(events.total)
        bar.update(events.done, {
          left: Math.ceil(secondsLeft),
          rate: Math.round(rate),
          companies: `${companies.done} of ${companies.total}`,
        })
      },
      onHeld: (held) =>
        console.error(held ? describeHeldReplay(held) : 'The disk has space again: the replay resumes.'),
    })
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    bar.stop()
  }
}

async function changeIn(
  databaseUrl: string,
  change: RunChange,
  projection: string | undefined,
  company: string | undefined,
): Promise<number> {
  const companyId = company ? await findCompany(databaseUrl, company) : undefined
  const pool = connect(databaseUrl, 'fettle_projector', { max: 1 })
  try {
    return await changeRuns(pool, change, {
      ...(projection ? { projection } : {}),
      ...(companyId ? { companyId } : {}),
    })
  } finally {
    await pool.end()
  }
}
