import { setTimeout as sleep } from 'node:timers/promises'
import { type CommandContext, createCommandContext } from '#api/commands/handle-command.ts'
import { isUnavailable } from '#api/http/unavailable.ts'
import { type ImportReport, importFile } from '#api/imports/rows/import-file.ts'
import { refusingRepeats } from '#api/imports/rows/repeats.ts'
import { readMember } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { isOffice } from '#core/model/access.ts'
import type { ImportProgress } from '#core/wire/imports.ts'
import { mappingIn, todayOf } from './check.ts'
import { intoLedger } from './into-ledger.ts'
import {
  endImport,
  keepProgress,
  type LeasedImport,
  leaseImport,
  readUnleasedImports,
  releaseImport,
} from './leases.ts'

const checkEvery = 500
/** In one process; each import sends one command after the other. */
const mostAtOnce = 3
/** Rows between two checks for a stop. */
const batchSize = 10

type Parts = Pick<Services, 'authPool' | 'ledgerPool' | 'bell' | 'logger' | 'now'>

/** Runs the imports that people started, including those left unfinished by another process. */
export function startImports(parts: Parts): { stop(): Promise<void> } {
  const { authPool, ledgerPool, bell, logger, now } = parts
  const context = createCommandContext({ pool: ledgerPool, bell, now })
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  const work = async () => {
    while (!stopping.signal.aborted) {
      await takeWaiting().catch((error: unknown) => logger.warn({ err: error }, 'the next imports could not be read'))
      await sleep(checkEvery, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const takeWaiting = async () => {
    for (const { companyId, importId } of await readUnleasedImports(authPool, mostAtOnce - underWay.size)) {
      const leased = await leaseImport(ledgerPool, companyId, importId)
      if (!leased) continue
      const run = runImport(leased, context, stopping.signal)
        .catch((error: unknown) => endFailed(leased, error))
        .finally(() => underWay.delete(run))
      underWay.add(run)
    }
  }
  /** While the database is unavailable the lease expires, and any process resumes the import. */
  const endFailed = async (leased: LeasedImport, error: unknown) => {
    logger.warn({ err: error, importId: leased.importId }, 'an import failed')
    if (!isUnavailable(error))
      await endImport(ledgerPool, leased, 'Something went wrong on our side. Jobs already imported are kept.').catch(
        () => undefined,
      )
  }
  const stopped = work()
  return {
    async stop() {
      stopping.abort()
      await stopped
      await Promise.all(underWay)
    },
  }
}

async function runImport(leased: LeasedImport, context: CommandContext, stopping: AbortSignal): Promise<void> {
  const { companyId, userId, plan, file, startedAt, namespace } = leased
  const progress: ImportProgress = { rows: 0, imported: 0, completed: 0, refused: 0, ...leased.progress }
  const { refused: refusedBefore, ...before } = progress
  let keptRefusals = 0
  let ending: 'lost' | 'no right' | undefined
  const actor = await actorOf(context, companyId, userId)
  if (!actor) return endImport(context.pool, leased, noRight)
  const keep = async (report: ImportReport) => {
    Object.assign(progress, { rows: report.rows, imported: report.imported, completed: report.completed })
    progress.refused = refusedBefore + report.refused.length
    const refused = report.refused.slice(keptRefusals)
    keptRefusals = report.refused.length
    const held = await keepProgress(context.pool, leased, { progress, refused })
    if (held === undefined) ending = 'lost'
    else leased.lease = held
    return held
  }
  await importFile(file, {
    ...plan,
    ...actor,
    ...intoLedger(context, actor),
    mapping: mappingIn(plan),
    namespace,
    today: await todayOf(context, companyId),
    now: context.now().toISOString(),
    dryRun: false,
    batchSize,
    before: { ...before, alreadyThere: 0 },
    refusalOf: refusingRepeats(context.pool, companyId),
    isOwn: ({ recordedAt }) => recordedAt >= startedAt,
    onJob: (_, number) => {
      if (number === undefined) return
      progress.firstNumber = Math.min(progress.firstNumber ?? number, number)
      progress.lastNumber = Math.max(progress.lastNumber ?? number, number)
    },
    onBatch: async (report) => {
      if ((await keep(report)) === undefined || stopping.aborted) return 'stop'
      if (await actorOf(context, companyId, userId)) return 'go on'
      ending = 'no right'
      return 'stop'
    },
  })
  if (ending === 'lost') return
  if (ending === 'no right') return endImport(context.pool, leased, noRight)
  if (stopping.aborted && progress.rows < plan.rows) return releaseImport(context.pool, leased)
  return endImport(context.pool, leased)
}

const noRight = 'The person who started this import is no longer allowed to import. Jobs already imported are kept.'

/** The person who started it, while they belong to the office: an import ends with the batch after they are removed or demoted. */
async function actorOf({ pool }: CommandContext, companyId: string, userId: string) {
  const member = await readMember(pool, { companyId, userId })
  if (member?.state !== 'active' || !isOffice(member.userRole)) return undefined
  return { companyId, userId, role: member.userRole }
}
