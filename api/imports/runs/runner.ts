import { type CommandContext, createCommandContext } from '#api/commands/handle-command.ts'
import { isUnavailable } from '#api/http/unavailable.ts'
import { sourceOf } from '#api/imports/rows/file-rows.ts'
import { type ImportReport, importFile } from '#api/imports/rows/import-file.ts'
import { refusingRepeats } from '#api/imports/rows/repeats.ts'
import { isClosed, readPlace } from '#api/rights/rights.ts'
import { RightsMovedOn } from '#api/rights/standing.ts'
import type { Services } from '#api/services/services.ts'
import type { Setbacks } from '#api/services/setbacks.ts'
import { runWhenWoken } from '#api/services/woken-task.ts'
import { isOffice } from '#core/model/access.ts'
import type { ImportProgress } from '#core/wire/imports.ts'
import { readingOf, todayOf } from './check.ts'
import { intoLedger } from './into-ledger.ts'
import {
  endImport,
  keepProgress,
  type LeasedImport,
  leaseImport,
  postponeImport,
  readUnleasedImports,
  releaseImport,
} from './leases.ts'

/** In case a notice is lost, a process that was running an import has died, or a disk was full. */
const checkEvery = 5_000
const retryAfter = 500
/** In one process; each import sends one command after the other. */
const mostAtOnce = 3
/** Rows between two checks for a stop. */
const batchSize = 10

/** Tries in a row without any progress, after which the import ends: about half a minute. */
const mostFailures = 6

type Parts = Pick<Services, 'authPool' | 'ledgerPool' | 'bell' | 'disks' | 'logger' | 'setbacks' | 'now'>

/**
 * Runs the imports that people started, including those left unfinished by another process. One that fails is retried with growing
 * pauses from its last saved rows, while the others go on.
 */
export function startImports(parts: Parts): { stop(): Promise<void> } {
  const { authPool, ledgerPool, bell, disks, logger, now } = parts
  const setbacks = parts.setbacks.imports
  const context = createCommandContext({ pool: ledgerPool, bell, now })
  const underWay = new Set<Promise<void>>()
  let stopping = false
  const mustPause = () => stopping || disks.space('database')?.state === 'full'
  const onFault = (error: unknown) => logger.warn({ err: error }, 'the next imports could not be read')
  const task = runWhenWoken({ every: checkEvery, onFault }, async () => {
    if (mustPause() || underWay.size >= mostAtOnce) return
    for (const { companyId, importId } of await readUnleasedImports(authPool, mostAtOnce - underWay.size)) {
      const run = takeOne(companyId, importId).then((next) => {
        underWay.delete(run)
        task.wake(next)
      })
      underWay.add(run)
    }
  })
  const stopListening = bell.listen('fettle_imports', () => task.wake(), { polled: false })
  /** Runs one for as long as this process may. Returns after how many milliseconds to look for the next. */
  const takeOne = async (companyId: string, importId: string): Promise<number> => {
    try {
      const leased = await leaseImport(ledgerPool, companyId, importId)
      if (!leased) return 0
      await runImport(leased, context, mustPause, setbacks).catch((error) => pauseOrEnd(leased, error))
      // It may have been left to another process.
      bell.ring('fettle_imports', [companyId])
      return 0
    } catch (error) {
      logger.warn({ err: error, importId }, 'an import could not be leased; retrying')
      return retryAfter
    }
  }
  /** While the database is unavailable there is no last try. If this fails too, the lease expires and any process resumes. */
  const pauseOrEnd = async (leased: LeasedImport, error: unknown) => {
    const { failures, pause } = setbacks.failed(leased.importId, error)
    if (failures < mostFailures || isUnavailable(error)) {
      await postponeImport(ledgerPool, leased, pause / 1_000)
      return task.wake(pause)
    }
    await endImport(ledgerPool, leased, 'Something went wrong on our side. Jobs already imported are kept.')
    setbacks.succeeded(leased.importId)
  }
  return {
    async stop() {
      stopping = true
      stopListening()
      await task.stop()
      await Promise.all(underWay)
    },
  }
}

async function runImport(
  leased: LeasedImport,
  context: CommandContext,
  mustPause: () => boolean,
  setbacks: Setbacks,
): Promise<void> {
  const { companyId, userId, plan, file, startedAt, namespace } = leased
  const progress: ImportProgress = { rows: 0, imported: 0, completed: 0, refused: 0, ...leased.progress }
  const { refused: refusedBefore, ...before } = progress
  const rowsBefore = before.rows
  let keptRefusals = 0
  let ending: 'lost' | 'paused' | 'no right' | 'rights changed' | undefined
  const actor = await actorOf(context, companyId, userId)
  const endWithoutRight = async () =>
    endImport(context.pool, leased, (await isClosed(context.pool, companyId)) ? companyClosed : noRight)
  if (!actor) return endWithoutRight()
  const keep = async (report: ImportReport) => {
    Object.assign(progress, { rows: report.rows, imported: report.imported, completed: report.completed })
    progress.refused = refusedBefore + report.refused.length
    const refused = report.refused.slice(keptRefusals)
    keptRefusals = report.refused.length
    const held = await keepProgress(context.pool, leased, { progress, refused })
    if (held === undefined) ending = 'lost'
    else leased.lease = held
    // Its next failure is a new one.
    if (report.rows > rowsBefore) setbacks.succeeded(leased.importId)
    return held
  }
  const imported = importFile(sourceOf(file, plan), {
    ...readingOf(plan),
    ...actor,
    ...intoLedger(context, actor),
    namespace,
    today: await todayOf(context, companyId),
    now: context.now().toISOString(),
    dryRun: false,
    batchSize,
    before: { rows: before.rows, imported: before.imported, completed: before.completed, alreadyThere: 0 },
    refusalOf: refusingRepeats(context.pool, companyId),
    isOwn: ({ recordedAt }) => recordedAt >= startedAt,
    onJob: (_, number) => {
      if (number === undefined) return
      progress.firstNumber = Math.min(progress.firstNumber ?? number, number)
      progress.lastNumber = Math.max(progress.lastNumber ?? number, number)
    },
    onBatch: async (report) => {
      if ((await keep(report)) === undefined) return 'stop'
      if (mustPause()) {
        ending = 'paused'
        return 'stop'
      }
      if (await actorOf(context, companyId, userId)) return 'go on'
      ending = 'no right'
      return 'stop'
    },
  })
  await imported.catch((error: unknown) => {
    if (!(error instanceof RightsMovedOn)) throw error
    ending = 'rights changed'
  })
  if (ending === 'lost') return
  // It resumes at once after its last saved rows, with the rights of that moment.
  if (ending === 'rights changed') return releaseImport(context.pool, leased)
  if (ending === 'no right') return endWithoutRight()
  if (ending === 'paused' && progress.rows < plan.rows) return releaseImport(context.pool, leased)
  return endImport(context.pool, leased)
}

const noRight = 'The person who started this import is no longer allowed to import. Jobs already imported are kept.'
const companyClosed = 'The company was closed. Jobs already imported are kept.'

/** The person who started it, while they belong to the office of an open company: an import ends as soon as that changes. */
async function actorOf({ pool }: CommandContext, companyId: string, userId: string) {
  const { member, isClosed, standing } = await readPlace(pool, { companyId, userId })
  if (member?.state !== 'active' || !isOffice(member.userRole) || isClosed) return undefined
  return { companyId, userId, role: member.userRole, standing }
}
