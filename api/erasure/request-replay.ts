import type pg from 'pg'
import { forgetNamespace } from '#api/imports/runs/namespaces.ts'
import { projections } from '#core/projections/projections.ts'
import { isOpenRun, lockRuns, requestRun } from '#ledger/read-models/replay-runs.ts'

/** What is left to do after an erasure, beside folding everything anew. */
export type Remainder = {
  erasureId: string
  /** The `src` of photos whose files may have to go. */
  files: readonly string[]
  /** Whether files of jobs that were imported hold what was erased. */
  imports: boolean
}

/**
 * Writes down, in the transaction of an erasure, that all of a company's projections are to be folded anew and nothing of the
 * old rows is kept; whoever dies afterwards, it is done. Whatever else was under way or compared there goes: it has read, or
 * shows, what was erased.
 */
export async function foldAnew(
  client: pg.ClientBase,
  { companyId, userId }: { companyId: string; userId: string },
  { erasureId, files, imports }: Remainder,
): Promise<void> {
  const runId = await askFoldingAnew(client, companyId, userId)
  if (imports) await forgetNamespace(client, companyId)
  await client.query({
    name: 'add-erasure',
    text: 'insert into erasure (company_id, erasure_id, files, imports, run_id) values ($1, $2, $3, $4, $5)',
    values: [companyId, erasureId, files, imports, runId],
  })
}

/** Asks for the replay; what is under way is cancelled first, which could end with rows of before. */
export async function askFoldingAnew(client: pg.ClientBase, companyId: string, userId?: string) {
  // So that nobody requests another run between the cancellation and this request.
  await lockRuns(client, companyId)
  await client.query({
    name: 'cancel-open-runs',
    text: `update replay_run set state = 'cancelled', rate = 0, updated_at = clock_timestamp(), ended_at = clock_timestamp()
      where company_id = $1 and ${isOpenRun}`,
    values: [companyId],
  })
  await client.query({
    name: 'forget-comparisons',
    text: 'update replay_run set comparisons = null where company_id = $1 and comparisons is not null',
    values: [companyId],
  })
  return requestRun(client, companyId, {
    kind: 'replay',
    projections: projections.map(({ name, version }) => ({ name, version })),
    startedBy: userId === undefined ? 'operator' : 'person',
    ...(userId === undefined ? {} : { userId }),
    keeps: false,
  })
}
