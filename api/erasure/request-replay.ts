import { sql } from 'kysely'
import type pg from 'pg'
import { forgetNamespace } from '#api/imports/runs/namespaces.ts'
import { projections } from '#core/projections/projections.ts'
import { openRunStates } from '#core/wire/replay/run-states.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { lockRuns, requestRun } from '#ledger/read-models/request-runs.ts'

/** What remains to be done after an erasure, besides the replay. */
export type ErasureRemainder = {
  erasureId: string
  /** The `src` of photos whose files may have to be removed. */
  files: readonly string[]
  /** Whether files of imported jobs contain what was erased. */
  imports: boolean
}

type ErasureRow = Omit<ErasureRemainder, 'files'> & { companyId: string; files: string[]; runId: string | null }

const insertErasure = statement('erasure-add', (p: Parameters<ErasureRow>) =>
  db.insertInto('erasure').values({
    company_id: p.companyId,
    erasure_id: p.erasureId,
    files: p.files,
    imports: p.imports,
    run_id: p.runId,
  }),
)

/**
 * Records, in the transaction of an erasure, that all of a company's projections are to be replayed without keeping the old
 * rows: it happens whichever process dies afterwards. Other runs and comparisons of the company are dropped, since they have
 * read, or show, what was erased.
 */
export async function requestErasureReplay(
  client: pg.ClientBase,
  { companyId, userId }: { companyId: string; userId: string },
  { erasureId, files, imports }: ErasureRemainder,
): Promise<void> {
  const runId = (await requestReplay(client, companyId, userId)) ?? null
  if (imports) await forgetNamespace(client, companyId)
  await client.query(insertErasure({ companyId, erasureId, files: [...files], imports, runId }))
}

const cancelRuns = statement('erasure-cancel-runs', (p: Parameters<{ companyId: string }>) =>
  db
    .updateTable('replay_run')
    .set({
      state: 'cancelled',
      rate: 0,
      updated_at: sql<string>`statement_timestamp()`,
      ended_at: sql<string>`statement_timestamp()`,
    })
    .where('company_id', '=', p.companyId)
    .where('state', 'in', openRunStates),
)

const dropComparisons = statement('erasure-drop-comparisons', (p: Parameters<{ companyId: string }>) =>
  db
    .updateTable('replay_run')
    .set({ comparisons: null })
    .where('company_id', '=', p.companyId)
    .where('comparisons', 'is not', null),
)

/** Requests the replay, after cancelling open runs, which could end with rows from before the erasure. */
export async function requestReplay(client: pg.ClientBase, companyId: string, userId?: string) {
  // Nobody may request another run between the cancellation and this request.
  await lockRuns(client, companyId)
  await client.query(cancelRuns({ companyId }))
  await client.query(dropComparisons({ companyId }))
  return requestRun(client, companyId, {
    kind: 'replay',
    projections: projections.map(({ name, version }) => ({ name, version })),
    startedBy: userId === undefined ? 'operator' : 'person',
    ...(userId === undefined ? {} : { userId }),
    keeps: false,
  })
}
