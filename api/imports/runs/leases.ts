import { sql } from 'kysely'
import type pg from 'pg'
import type { RefusedLine } from '#core/imports/orders.ts'
import type { ImportPlan, ImportProgress } from '#core/wire/imports.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** A run that reports its progress this often keeps its lease; one whose process has died loses it. */
const leaseSeconds = 15
const leaseEnd = sql<string>`statement_timestamp() + make_interval(secs => ${leaseSeconds})`
const released = sql<string>`timestamptz '-infinity'`
const never = sql<string>`timestamptz 'infinity'`

/** An import that this process runs until its lease ends. */
export type LeasedImport = {
  companyId: string
  importId: string
  userId: string
  plan: ImportPlan
  file: Buffer
  progress: Partial<ImportProgress>
  startedAt: string
  namespace: string
  lease: string
}

const readUnleased = statement('imports-unleased', (p: Parameters<{ most: number }>) =>
  db
    .selectFrom('import_run')
    .select(['company_id as companyId', 'import_id as importId'])
    .where('state', '=', 'running')
    .where('lease_until', '<', sql<string>`now()`)
    .orderBy('lease_until')
    .limit(p.most),
)

/** Up to `most` running imports that no process holds. Asked as the role that sees all companies, and nothing else of them. */
export const readUnleasedImports = (authPool: pg.Pool, most: number) => rowsOf(authPool, readUnleased({ most }))

type ImportId = { companyId: string; importId: string }
type Held = ImportId & { held: string }

const takeLease = statement('import-lease', (p: Parameters<ImportId>) =>
  db
    .updateTable('import_run')
    .set({ lease_until: leaseEnd })
    .where('company_id', '=', p.companyId)
    .where('import_id', '=', p.importId)
    .where('state', '=', 'running')
    .where('lease_until', '<', sql<string>`now()`)
    .returning((run) => [
      'user_id as userId',
      'plan',
      'file',
      'progress',
      run.fn.coalesce('started_at', 'created_at').as('startedAt'),
      'lease_until as lease',
      run.fn.coalesce('namespace', 'company_id').as('namespace'),
    ]),
)

/** Leases an import; undefined if another process was first, or it is no longer running. */
export const leaseImport = (pool: pg.Pool, companyId: string, importId: string): Promise<LeasedImport | undefined> =>
  inCompany(pool, companyId, async (client) => {
    const [run] = await rowsOf(client, takeLease({ companyId, importId }))
    return run && { companyId, importId, ...run }
  })

const keepLease = statement('import-progress', (p: Parameters<Held & { progress: string }>) =>
  db
    .updateTable('import_run')
    .set((run) => ({
      progress: p.progress,
      // Citus wants no such function inside a CASE.
      lease_until: run.fn<string>('least', [
        leaseEnd,
        run.case().when('state', '=', 'running').then(never).else(released).end(),
      ]),
    }))
    .where('company_id', '=', p.companyId)
    .where('import_id', '=', p.importId)
    .where('lease_until', '=', p.held)
    .returning(['lease_until as lease', 'state']),
)

type RefusedColumns = { first: number; lines: number[]; reasons: string[]; fields: string[] }

const addRefused = statement('import-refused', (p: Parameters<ImportId & RefusedColumns>) =>
  db
    .insertInto('import_refusal')
    .columns(['company_id', 'import_id', 'place', 'line', 'reason', 'field'])
    .expression(
      db
        .selectFrom([
          'import_run as run',
          sql<{ line: number; reason: string; field: string; place: number }>`
            unnest(${p.lines}::int[], ${p.reasons}::text[], ${p.fields}::text[])
            with ordinality`.as<'refused'>(sql`refused (line, reason, field, place)`),
        ])
        .where('run.company_id', '=', p.companyId)
        .where('run.import_id', '=', p.importId)
        .select((refused) => [
          'run.company_id',
          'run.import_id',
          sql<number>`${p.first}::int + ${refused.ref('place')} - 1`.as('place'),
          'line',
          'reason',
          'field',
        ]),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

type Step = { progress: ImportProgress; refused: readonly RefusedLine[] }

/**
 * Saves an import's progress with the rows refused since, and extends its lease. Returns the new lease, or undefined when the
 * import was stopped or its lease was lost to another process, whose progress then counts.
 */
export const keepProgress = (pool: pg.Pool, run: LeasedImport, step: Step): Promise<string | undefined> =>
  inCompany(pool, run.companyId, async (client) => {
    const { companyId, importId, lease: held } = run
    const { progress, refused } = step
    const renewal = keepLease({ companyId, importId, held, progress: JSON.stringify(progress) })
    const [row] = await rowsOf(client, renewal)
    if (!row) return undefined
    const rows = {
      first: progress.refused - refused.length,
      lines: refused.map((one) => one.line),
      reasons: refused.map((one) => one.reason),
      fields: refused.map((one) => one.field ?? ''),
    }
    await client.query(addRefused({ companyId, importId, ...rows }))
    return row.state === 'running' ? row.lease : undefined
  })

const releaseLease = statement('import-release', (p: Parameters<Held>) =>
  db
    .updateTable('import_run')
    .set({ lease_until: released })
    .where('company_id', '=', p.companyId)
    .where('import_id', '=', p.importId)
    .where('lease_until', '=', p.held),
)

/** Releases the lease of an unfinished import, so that another process can take it immediately. */
export const releaseImport = (pool: pg.Pool, { companyId, importId, lease: held }: LeasedImport): Promise<void> =>
  inCompany(pool, companyId, async (client) => {
    await client.query(releaseLease({ companyId, importId, held }))
  })

const postponeLease = statement('import-postpone', (p: Parameters<Held & { seconds: number }>) =>
  db
    .updateTable('import_run')
    .set({ lease_until: sql<string>`statement_timestamp() + make_interval(secs => ${p.seconds}::float8)` })
    .where('company_id', '=', p.companyId)
    .where('import_id', '=', p.importId)
    .where('lease_until', '=', p.held),
)

/** Leaves an import that failed to whichever process takes it after a pause in seconds. */
export const postponeImport = (
  pool: pg.Pool,
  { companyId, importId, lease: held }: LeasedImport,
  seconds: number,
): Promise<void> =>
  inCompany(pool, companyId, async (client) => {
    await client.query(postponeLease({ companyId, importId, held, seconds }))
  })

const endRun = statement('import-end', (p: Parameters<Held & { state: 'failed' | 'done'; error: string }>) =>
  db
    .updateTable('import_run')
    .set({ state: p.state, error: p.error, ended_at: sql<string>`statement_timestamp()`, lease_until: released })
    .where('company_id', '=', p.companyId)
    .where('import_id', '=', p.importId)
    .where('lease_until', '=', p.held)
    .where('state', '=', 'running'),
)

/** Ends an import: at the end of its file, or because of an error. */
export const endImport = (
  pool: pg.Pool,
  { companyId, importId, lease: held }: LeasedImport,
  error = '',
): Promise<void> =>
  inCompany(pool, companyId, async (client) => {
    await client.query(endRun({ companyId, importId, held, state: error ? 'failed' : 'done', error }))
  })
