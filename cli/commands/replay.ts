import { Command, Option } from '@commander-js/extra-typings'
import { SingleBar } from 'cli-progress'
import { companyOf, withTables } from '#cli/database/open-database.ts'
import { projections } from '#core/projections/projections.ts'
import type { RunKind } from '#core/wire/projections.ts'
import { connect } from '#ledger/database/connect.ts'
import { changeRuns, type RunChange } from '#ledger/read-models/replay-runs.ts'
import type { Release } from '#projector/rows/checkpoints.ts'
import { carryOutRun, type RunDone, type RunWanted } from './carry-out-run.ts'
import { counted, differs, sentences } from './replay-report.ts'

const others = ['compare', 'promote', 'discard', 'undo', 'pause', 'resume', 'cancel'] as const
const without = (name: (typeof others)[number]) => others.filter((one) => one !== name)
const option = <const Flags extends string>(flags: Flags, description: string, name: (typeof others)[number]) =>
  new Option(flags, description).conflicts(without(name))

export const replay = new Command('replay')
  .description('build a projection again from the first event; readers are not interrupted')
  .argument('[projection]', 'the name of the projection')
  .option('--all', 'all projections, in one pass over the events')
  .option('--company <email or id>', 'only this company, by the email of one of its people')
  .addOption(
    option('--compare', 'say which rows would change, and switch nothing; the code is 1 when any differs', 'compare'),
  )
  .option('--keep', 'let what was compared stand for a day, for --promote')
  .addOption(option('--promote', 'switch to what was compared', 'promote'))
  .addOption(option('--discard', 'throw away what was compared', 'discard'))
  .addOption(option('--undo', 'go back to the rows before the last switch, for a day after it', 'undo'))
  .addOption(option('--pause', 'pause what is under way', 'pause'))
  .addOption(option('--resume', 'go on with what is paused', 'resume'))
  .addOption(option('--cancel', 'cancel what is under way; what is live stays', 'cancel'))
  .option('--json', 'print what was done as JSON')
  .action(async (projection, { all, company, keep = false, json, ...asked }) => {
    if ((projection === undefined) === !all) throw new Error('Name one projection, or give --all.')
    const release = projection === undefined ? projections : [named(projection)]
    const change = (['pause', 'resume', 'cancel'] as const).find((one) => asked[one])
    if (change) {
      const runs = await withTables((databaseUrl) => changeIn(databaseUrl, change, projection, company))
      console.log(json ? JSON.stringify({ [change]: runs }) : `${counted(runs, 'run')}: ${changed[change]}.`)
      if (runs === 0) process.exitCode = 1
      return
    }
    const kind = (['compare', 'promote', 'discard', 'undo'] as const).find((one) => asked[one]) ?? 'replay'
    if (all && (kind === 'promote' || kind === 'undo')) throw new Error(`Name one projection to ${kind}.`)
    const keeps = kind === 'compare' ? keep : true
    const done = await withTables((databaseUrl) => runIn(databaseUrl, { kind, projections: release, keeps }, company))
    console.log(json ? JSON.stringify(done) : sentences(done).join('\n'))
    if (!isGood(done)) process.exitCode = 1
  })

const changed: Record<RunChange, string> = { pause: 'paused', resume: 'gone on with', cancel: 'cancelled' }

const isGood = ({ busy, failed, cancelled, comparisons }: RunDone) =>
  busy.length + failed.length + cancelled.length === 0 && !comparisons.some(differs)

function named(name: string): Release[number] {
  const projection = projections.find((one) => one.name === name)
  if (projection) return projection
  throw new RangeError(`There is no projection named ${name}`)
}

async function runIn(
  databaseUrl: string,
  wanted: Omit<RunWanted, 'companyId'> & { kind: RunKind },
  company: string | undefined,
): Promise<RunDone> {
  const companyId = company ? await companyOf(databaseUrl, company) : undefined
  const format = '{bar} {value} of {total} events, {companies} companies, {rate} events/s, {left} s left'
  const bar = new SingleBar({ format, clearOnComplete: true })
  bar.start(0, 0, { left: '?', rate: '?', companies: '?' })
  const interrupted = () => {
    bar.stop()
    console.error('It goes on where a projector runs, or when one is started. To end it, give the same with --cancel.')
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    return await carryOutRun(
      databaseUrl,
      { ...wanted, ...(companyId ? { companyId } : {}) },
      ({ events, companies, rate, secondsLeft }) => {
        bar.setTotal(events.total)
        bar.update(events.done, {
          left: Math.ceil(secondsLeft),
          rate: Math.round(rate),
          companies: `${companies.done} of ${companies.total}`,
        })
      },
    )
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
  const companyId = company ? await companyOf(databaseUrl, company) : undefined
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
