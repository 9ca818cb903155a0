import { sql } from 'kysely'
import type pg from 'pg'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Target } from './fold.ts'

/** How long the rows before a switch are kept for undo, and those of a comparison for promotion. */
const keptFor = sql<string>`now() + interval '24 hours'`

/**
 * Holds live projectors off these projections of the company until the end of the transaction, so that a switch can neither miss
 * an event nor show a reader an older state. Returns the targets whose live rows were built by a newer release, which this
 * release must not replace.
 */
export async function lockLive(
  client: pg.ClientBase,
  companyId: string,
  targets: readonly Target[],
): Promise<Target[]> {
  const live = await rowsOf(client, liveToLock({ companyId, names: namesIn(targets) }))
  return targets.filter(({ projection }) =>
    live.some((one) => one.projection === projection.name && one.version > projection.version),
  )
}

type Places = { companyId: string; names: readonly string[]; generations: readonly number[] }

const namesIn = (targets: readonly Target[]) => targets.map((one) => one.projection.name)

const liveToLock = statement('lock-live', (p: Parameters<Pick<Places, 'companyId' | 'names'>>) =>
  db
    .selectFrom('checkpoint')
    .select(['projection', 'version'])
    .where('company_id', '=', p.companyId)
    .where(({ eb, fn }) => eb('projection', '=', fn.any(p.names)))
    .where('status', 'in', ['live', 'parked'])
    .orderBy('projection')
    .forUpdate(),
)

export type Switch = {
  /** Whether the rows that were live are kept for undo. */
  keeps: boolean
  /** If rows of an older version become live: the version that must not be built again unless somebody asks. */
  undoneVersion?: number
}

/** The statements that make generations live, and keep or retire the live ones in place of any that were kept before. */
export const switchStatements = (companyId: string, targets: readonly Target[], how: Switch): pg.QueryConfig[] => {
  const names = namesIn(targets)
  const generations = targets.map((one) => one.generation)
  return [
    retiredKept({ companyId, names, generations }),
    how.keeps ? keptLive({ companyId, names }) : retiredLive({ companyId, names }),
    newLive({ companyId, names, generations, undoneVersion: how.undoneVersion ?? null }),
  ]
}

const builtTargets = (p: Parameters<Pick<Places, 'names' | 'generations'>>) =>
  sql<{ projection: string; generation: number }>`unnest(${p.names}::text[], ${p.generations}::int[])`.as<'built'>(
    sql`built (projection, generation)`,
  )

const retiredKept = statement('retire-kept', (p: Parameters<Places>) =>
  db
    .updateTable('checkpoint')
    .set({ status: 'retired', expires_at: null, updated_at: sql`now()` })
    .where('company_id', '=', p.companyId)
    .where(({ eb, fn }) => eb('projection', '=', fn.any(p.names)))
    .where('status', 'in', ['kept', 'compared'])
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('projection', 'generation'),
        'not in',
        selectFrom(builtTargets(p))
          .select(['built.projection', 'built.generation'])
          .$asTuple('projection', 'generation'),
      ),
    ),
)

const live = (p: Parameters<Pick<Places, 'companyId' | 'names'>>) =>
  db
    .updateTable('checkpoint')
    .where('company_id', '=', p.companyId)
    .where(({ eb, fn }) => eb('projection', '=', fn.any(p.names)))
    .where('status', 'in', ['live', 'parked'])

const keptLive = statement('keep-live', (p: Parameters<Pick<Places, 'companyId' | 'names'>>) =>
  live(p).set({ status: 'kept', expires_at: keptFor, updated_at: sql`now()` }),
)

const retiredLive = statement('retire-live', (p: Parameters<Pick<Places, 'companyId' | 'names'>>) =>
  live(p).set({ status: 'retired', expires_at: null, updated_at: sql`now()` }),
)

const newLive = statement('make-live', (p: Parameters<Places & { undoneVersion: number | null }>) =>
  db
    .updateTable('checkpoint')
    .from(builtTargets(p))
    .set({ status: 'live', expires_at: null, run_id: null, undone_version: p.undoneVersion, updated_at: sql`now()` })
    .where('company_id', '=', p.companyId)
    .whereRef('checkpoint.projection', '=', 'built.projection')
    .whereRef('checkpoint.generation', '=', 'built.generation'),
)

/** The statement that marks a generation as compared: it may be promoted until it expires. */
export const markCompared = (companyId: string, { projection, generation }: Target) =>
  compared({ companyId, projection: projection.name, generation })

const compared = statement(
  'mark-compared',
  (p: Parameters<{ companyId: string; projection: string; generation: number }>) =>
    db
      .updateTable('checkpoint')
      .set({ status: 'compared', expires_at: keptFor, updated_at: sql`now()` })
      .where('company_id', '=', p.companyId)
      .where('projection', '=', p.projection)
      .where('generation', '=', p.generation),
)
