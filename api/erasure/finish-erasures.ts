import { sql } from 'kysely'
import pLimit from 'p-limit'
import type pg from 'pg'
import { removeUnlessReferenced } from '#api/images/references.ts'
import { forgetAnswers } from '#api/reactions/webhooks/sweep-deliveries.ts'
import { type RepeatedTask, repeatUntilStopped } from '#api/services/repeated-task.ts'
import type { Services } from '#api/services/services.ts'
import { forgetTexts } from '#api/texts/forget-texts.ts'
import { projections } from '#core/projections/projections.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, type RowOf, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { changeRuns } from '#ledger/read-models/request-runs.ts'
import { refreshStatistics } from './refresh-statistics.ts'
import { requestReplay } from './request-replay.ts'

type Parts = Pick<Services, 'config' | 'ledgerPool' | 'overviewPool' | 'images' | 'bell' | 'logger' | 'setbacks'>
type Unfinished = RowOf<ReturnType<typeof readUnfinished>>

const checkEvery = 2_000
/** A file store that hangs for one company must not keep the others waiting. */
const companiesAtOnce = pLimit(4)

/**
 * Completes erasures until stopped: removes the files of photos and imports and the answers of webhooks' receivers, the words of text messages in the sandbox, and makes sure
 * that the replay finishes. An erasure is only deleted once nothing is left to do, so another process can take over at any point.
 * Steps can safely run twice.
 */
export const finishErasures = (parts: Parts): RepeatedTask =>
  repeatUntilStopped(
    {
      every: checkEvery,
      onFault: (error) => parts.logger.warn({ err: error }, 'erasures could not be completed; they will be retried'),
    },
    () => finishAll(parts),
  )

type Known = { projections: string[]; versions: number[]; pausing: string[] }

const readUnfinished = statement('erasures-unfinished', (p: Parameters<Known>) =>
  db
    .selectFrom('erasure')
    .leftJoin('replay_run', (join) =>
      join.onRef('replay_run.company_id', '=', 'erasure.company_id').onRef('replay_run.run_id', '=', 'erasure.run_id'),
    )
    .select((erasure) => [
      'erasure.company_id as companyId',
      'erasure.erasure_id as erasureId',
      'erasure.files',
      'erasure.imports',
      'erasure.created_at as createdAt',
      'erasure.run_id as runId',
      // Null if the replay no longer exists.
      'replay_run.state',
      // It ended so recently that it would end the same way again.
      sql<boolean | null>`${erasure.ref('replay_run.ended_at')} > now() - interval '1 minute'`.as('recent'),
      // A replay is 'done' once its rows can be read, but the old rows are removed only later.
      erasure
        .exists(
          erasure
            .selectFrom('checkpoint')
            .select('checkpoint.seq')
            .whereRef('checkpoint.company_id', '=', 'erasure.company_id')
            .whereRef('checkpoint.created_at', '<=', 'erasure.created_at')
            .where('checkpoint.status', 'not in', ['live', 'parked']),
        )
        .as('hasOldRows'),
      // The replay was requested by an older release; this release's projectors cannot build its versions.
      erasure
        .fn<boolean>('is_older', ['replay_run.projections', 'replay_run.versions', p.projections, p.versions])
        .as('isOlder'),
    ])
    .where((erasure) => erasure.not(erasure('erasure.company_id', '=', erasure.fn.any(p.pausing))))
    .orderBy('erasure.created_at')
    .limit(100),
)

/** Takes each unfinished erasure as far as it can go now. One that fails is retried with growing pauses and holds up no other company's. */
export async function finishAll(parts: Parts): Promise<void> {
  const setbacks = parts.setbacks.erasures
  const versions = projections.map((one) => one.version)
  const known = { projections: projections.map((one) => one.name), versions, pausing: setbacks.pausing() }
  const rows = await rowsOf(parts.overviewPool, readUnfinished(known))
  const companies = [...Map.groupBy(rows, (one) => one.companyId)].map(([companyId, erasures]) =>
    companiesAtOnce(() =>
      setbacks.attempt(companyId, async () => {
        for (const one of erasures) await finish(parts, one)
      }),
    ),
  )
  await Promise.all(companies)
}

async function finish({ config, ledgerPool, images, bell, logger }: Parts, one: Unfinished): Promise<void> {
  const { companyId, erasureId, runId, state, recent, hasOldRows, isOlder } = one
  for (const src of one.files) await removeUnlessReferenced(ledgerPool, images.files, companyId, src)
  const left = one.imports ? await removeImports(ledgerPool, one) : 0
  const isUnderWay = (state === 'waiting' || state === 'running') && !isOlder
  if (isUnderWay || (state === 'failed' && recent)) return
  if (state === 'done') {
    if (left > 0 || hasOldRows) return
    await refreshStatistics(config.databaseUrl)
    await forgetAnswers(ledgerPool, companyId)
    await forgetTexts(ledgerPool, companyId)
    await inCompany(ledgerPool, companyId, async (client) => {
      // A comparison of all companies that ran during the erasure may have found the old text in the old rows.
      await client.query(dropComparisons({ companyId, runId }))
      await client.query(deleteErasure({ companyId, erasureId }))
    })
    return
  }
  logger.warn({ companyId, state }, 'replay after an erasure was interrupted; retrying')
  await inCompany(ledgerPool, companyId, async (client) => {
    if (state === 'paused' && runId && !isOlder) return changeRuns(client, 'resume', { runId, companyId })
    const again = (await requestReplay(client, companyId)) ?? null
    await client.query(updateRun({ companyId, runId: again }))
  })
  bell.ring('fettle_runs', [companyId])
}

type Run = { companyId: string; runId: string | null }

const dropComparisons = statement('erasure-drop-compared', (p: Parameters<Run>) =>
  db
    .updateTable('replay_run')
    .set({ comparisons: null })
    .where('company_id', '=', p.companyId)
    .where('comparisons', 'is not', null)
    .where(
      'ended_at',
      '<=',
      db
        .selectFrom('replay_run')
        .select('ended_at')
        .where('company_id', '=', p.companyId)
        .where('run_id', '=', p.runId),
    ),
)

const deleteErasure = statement('erasure-delete', (p: Parameters<{ companyId: string; erasureId: string }>) =>
  db.deleteFrom('erasure').where('company_id', '=', p.companyId).where('erasure_id', '=', p.erasureId),
)

const updateRun = statement('erasure-run', (p: Parameters<Run>) =>
  db.updateTable('erasure').set({ run_id: p.runId }).where('company_id', '=', p.companyId),
)

type Before = { companyId: string; createdAt: string }

const deleteImports = statement('erasure-imports', (p: Parameters<Before>) =>
  db
    .deleteFrom('import_run')
    .where('company_id', '=', p.companyId)
    .where('created_at', '<=', p.createdAt)
    .where('state', '<>', 'running')
    .where('lease_until', '<', sql<string>`now()`),
)

const countImports = statement('erasure-imports-left', (p: Parameters<Before>) =>
  db
    .selectFrom('import_run')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', p.companyId)
    .where('created_at', '<=', p.createdAt),
)

/** Deletes the files of earlier imports, except those still running. Returns how many are left. */
const removeImports = (pool: pg.Pool, { companyId, createdAt }: Unfinished): Promise<number> =>
  inCompany(pool, companyId, async (client) => {
    await client.query(deleteImports({ companyId, createdAt }))
    const [left] = await rowsOf(client, countImports({ companyId, createdAt }))
    return left?.count ?? 0
  })
