import type pg from 'pg'
import type { RefusedRow } from '#api/imports/rows/import-file.ts'
import type { ImportPlan, ImportProgress } from '#core/wire/imports.ts'
import { inCompany } from '#ledger/database/connect.ts'

/** Nobody else takes an import that says how far it is, unless who runs it has died. */
const leaseSeconds = 15

/** An import that is ours to run until its lease ends. */
export type Leased = {
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

/** Which imports run and have nobody at them. Asked as the role that sees all companies, of nothing but that. */
export async function readWaiting(authPool: pg.Pool, most: number): Promise<{ companyId: string; importId: string }[]> {
  const { rows } = await authPool.query<{ companyId: string; importId: string }>({
    name: 'imports-waiting',
    text: `select company_id "companyId", import_id "importId" from import_run
      where state = 'running' and lease_until < now() order by lease_until limit $1`,
    values: [most],
  })
  return rows
}

/** Takes an import; undefined where somebody else was first, or it runs no more. */
export const lease = (pool: pg.Pool, companyId: string, importId: string): Promise<Leased | undefined> =>
  inCompany(pool, companyId, async (client) => {
    const { rows } = await client.query<Omit<Leased, 'companyId' | 'importId'>>(
      `update import_run set lease_until = clock_timestamp() + make_interval(secs => $3)
       where company_id = $1 and import_id = $2 and state = 'running' and lease_until < now()
       returning user_id "userId", plan, file, progress, started_at "startedAt", lease_until lease,
         coalesce(namespace, company_id) namespace`,
      [companyId, importId, leaseSeconds],
    )
    return rows[0] && { companyId, importId, ...rows[0] }
  })

type Step = { progress: ImportProgress; refused: readonly RefusedRow[] }

/**
 * Keeps how far an import is, with what was refused since, and goes on with its lease. Answers the new lease, or undefined when
 * it was stopped; also when its lease was lost to somebody else, whose progress then stands.
 */
export const keepProgress = (pool: pg.Pool, run: Leased, { progress, refused }: Step): Promise<string | undefined> =>
  inCompany(pool, run.companyId, async (client) => {
    const { companyId, importId, lease: held } = run
    const { rows } = await client.query<{ lease: string; state: string }>(
      `update import_run set progress = $4,
         lease_until = case when state = 'running' then clock_timestamp() + make_interval(secs => $5) else '-infinity' end
       where company_id = $1 and import_id = $2 and lease_until = $3
       returning lease_until lease, state`,
      [companyId, importId, held, progress, leaseSeconds],
    )
    const row = rows[0]
    if (!row) return undefined
    const first = progress.refused - refused.length
    await client.query(
      `insert into import_refusal (company_id, import_id, place, line, reason, field)
       select $1, $2, $3 + place - 1, line, reason, field
       from unnest($4::int[], $5::text[], $6::text[]) with ordinality one (line, reason, field, place)
       on conflict do nothing`,
      [
        companyId,
        importId,
        first,
        refused.map((one) => one.line),
        refused.map((one) => one.reason),
        refused.map((one) => one.field ?? ''),
      ],
    )
    return row.state === 'running' ? row.lease : undefined
  })

/** Gives an import that goes on back for somebody else to take at once. */
export const giveBack = (pool: pg.Pool, { companyId, importId, lease: held }: Leased): Promise<void> =>
  inCompany(pool, companyId, async (client) => {
    await client.query(
      `update import_run set lease_until = '-infinity' where company_id = $1 and import_id = $2 and lease_until = $3`,
      [companyId, importId, held],
    )
  })

/** Ends an import: it came to the end of its file, or it cannot go on. */
export const finish = (pool: pg.Pool, { companyId, importId, lease: held }: Leased, error = ''): Promise<void> =>
  inCompany(pool, companyId, async (client) => {
    await client.query(
      `update import_run set state = $4, error = $5, ended_at = clock_timestamp(), lease_until = '-infinity'
       where company_id = $1 and import_id = $2 and lease_until = $3 and state = 'running'`,
      [companyId, importId, held, error ? 'failed' : 'done', error],
    )
  })
