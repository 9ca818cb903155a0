import type pg from 'pg'
import type { Projection } from '#core/projections/projection.ts'
import { failureAt, newTarget, type Target } from './fold.ts'

/** The projections that a process knows, each in the version that its release has. */
export type Release = readonly Projection[]

/** The names and versions of a release, as the parameters of {@link ofRelease}. */
export const pairs = (release: Release) => [release.map((one) => one.name), release.map((one) => one.version)]
export const ofRelease = 'unnest($1::text[], $2::int[]) as known (projection, version)'

/**
 * The companies, of those that are named or of all, that this release has something to fold for, or that lack a checkpoint of
 * one of its projections. A plain read: what is true is asked again under a lock.
 */
export async function companiesBehind(
  pool: pg.Pool,
  release: Release,
  { companyIds }: { companyIds?: readonly string[] } = {},
): Promise<string[]> {
  const { rows } = await pool.query<{ company_id: string }>({
    name: `companies-behind-of-${companyIds ? 'these' : 'all'}`,
    text: companyIds ? behindOfThese : behindOfAll,
    values: [...pairs(release), release.length, ...(companyIds ? [companyIds] : [])],
  })
  return rows.map((one) => one.company_id)
}

const settled = `projection = any ($1) and status in ('live', 'parked')
  and (status = 'parked' or checkpoint.seq >= head.seq or (projection, version) not in (select * from ${ofRelease}))`
const behindOfAll = `
  select head.company_id from company_head head
  left join checkpoint on checkpoint.company_id = head.company_id and ${settled}
  group by head.company_id having count(projection) < $3`
/** Their checkpoints by the index, company by company, however many there are of others. */
const behindOfThese = `
  select head.company_id from company_head head
  cross join lateral (
    select count(*) settled from checkpoint where checkpoint.company_id = head.company_id and ${settled}) its
  where head.company_id = any ($4::uuid[]) and settled < $3`

/** Gives a company its first generation of each projection that it has none of. */
export async function createCheckpoints(
  db: pg.Pool | pg.ClientBase,
  release: Release,
  companyId: string,
): Promise<void> {
  await db.query({
    name: 'create-checkpoints',
    text: `insert into checkpoint (company_id, projection, generation, version, status)
      select $3, projection, 1, version, 'live' from ${ofRelease}
      where not exists (select from checkpoint there where there.company_id = $3 and there.projection = known.projection)
      on conflict do nothing`,
    values: [...pairs(release), companyId],
  })
}

/**
 * Takes the company's live checkpoints that are behind, to the end of the transaction; those that another process has taken
 * are left to it.
 */
export async function lockBehind(client: pg.ClientBase, release: Release, companyId: string): Promise<Target[]> {
  const { rows } = await client.query<{ projection: string; generation: number; seq: number }>({
    name: 'take-behind',
    text: `select projection, generation, seq from checkpoint
      where company_id = $3 and status = 'live' and (projection, version) in (select * from ${ofRelease})
        and seq < (select seq from company_head where company_id = $3)
      for update skip locked`,
    values: [...pairs(release), companyId],
  })
  return rows.flatMap(({ projection: name, generation, seq }) => {
    const projection = release.find((one) => one.name === name)
    return projection ? [newTarget(projection, { generation, seq, whole: false })] : []
  })
}

/** The statement that moves the targets' checkpoints to where they are folded, and parks those that have failed. */
export const moveCheckpoints = (companyId: string, targets: readonly Target[]): pg.QueryConfig => ({
  name: 'move-checkpoints',
  text: `update checkpoint set seq = moved.seq, error = moved.error, error_seq = moved.error_seq, updated_at = now(),
      status = case when moved.error is not null and status = 'live' then 'parked' else status end
    from jsonb_to_recordset($2::jsonb) as moved (projection text, generation int, seq bigint, error text, error_seq bigint)
    where company_id = $1 and checkpoint.projection = moved.projection and checkpoint.generation = moved.generation`,
  values: [
    companyId,
    JSON.stringify(
      targets.map(({ projection, generation, seq, failure }) => ({
        projection: projection.name,
        generation,
        seq,
        error: failure?.error ?? null,
        error_seq: failure?.seq ?? null,
      })),
    ),
  ],
})

/** Parks a live checkpoint at the event after `seq`, whose rows PostgreSQL will not take. */
export async function park(client: pg.ClientBase, companyId: string, target: Target, error: unknown): Promise<void> {
  const failure = failureAt(target.seq + 1, error)
  await client.query(moveCheckpoints(companyId, [{ ...target, failure }]))
}

/** Lets parked projections of this release go on, of one company or all: it may have learned to fold what stopped them. */
export async function resumeParked(
  pool: pg.Pool | pg.ClientBase,
  release: Release,
  companyId?: string,
): Promise<number> {
  const { rowCount } = await pool.query({
    text: `update checkpoint set status = 'live', error = null, error_seq = null, updated_at = now()
      from ${ofRelease}
      where status = 'parked' and checkpoint.projection = known.projection and checkpoint.version = known.version
        and ($3::uuid is null or company_id = $3)`,
    values: [...pairs(release), companyId ?? null],
  })
  return rowCount ?? 0
}
