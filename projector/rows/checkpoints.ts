import { type ExpressionBuilder, sql } from 'kysely'
import type pg from 'pg'
import { unreadableErrors } from '#core/ledger/shapes.ts'
import { equalsOrNull } from '#ledger/database/equals-or-null.ts'
import { type Parameters, rowsOf, statement, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'
import { companyHead } from '#ledger/log/read.ts'
import { isErased } from '#ledger/read-models/erased-companies.ts'
import { type Failure, failureAt, newTarget, type Target } from './fold.ts'
import { knownPairs, knownProjections, namesOf, type Release, type ReleaseNames } from './release.ts'

/**
 * The companies, of all or of `companyIds`, for which this release has something to fold or which lack a checkpoint of one of its
 * projections. A read without locks: {@link lockBehind} decides.
 */
export async function companiesBehind(
  pool: pg.Pool,
  release: Release,
  { companyIds }: { companyIds?: readonly string[] } = {},
): Promise<string[]> {
  const wanted = { ...namesOf(release), projections: release.length }
  const rows = await rowsOf(pool, companyIds ? theseBehind({ ...wanted, companyIds }) : allBehind(wanted))
  return rows.map((one) => one.company_id)
}

type Wanted = ReleaseNames & { projections: number }

/** Whether a checkpoint needs nothing from this release: it is at the head, parked, or of another version. */
const isSettled = (
  {
    eb,
    fn,
    or,
    and,
    refTuple,
  }: ExpressionBuilder<Pick<Tables, 'checkpoint'> & { head: Tables['company_head'] }, 'checkpoint' | 'head'>,
  p: Parameters<ReleaseNames>,
) =>
  and([
    eb('checkpoint.projection', '=', fn.any(p.names)),
    eb('checkpoint.status', 'in', ['live', 'parked']),
    or([
      eb('checkpoint.status', '=', 'parked'),
      eb('checkpoint.seq', '=', eb.ref('head.seq')),
      eb(refTuple('checkpoint.projection', 'checkpoint.version'), 'not in', knownPairs(p)),
    ]),
  ])

const allBehind = statement('companies-behind-of-all', (p: Parameters<Wanted>) =>
  db
    .selectFrom('company_head as head')
    .leftJoin('checkpoint', (join) =>
      join.onRef('checkpoint.company_id', '=', 'head.company_id').on((row) => isSettled(row, p)),
    )
    .select('head.company_id')
    .where(({ not }) => not(isErased('head.company_id')))
    .groupBy('head.company_id')
    .having(({ fn }) => fn.count('checkpoint.projection'), '<', p.projections),
)

/** Their checkpoints are found by the index, company by company, however many other companies there are. */
const theseBehind = statement(
  'companies-behind-of-these',
  (p: Parameters<Wanted & { companyIds: readonly string[] }>) =>
    db
      .selectFrom('company_head as head')
      .crossJoinLateral(({ selectFrom }) =>
        selectFrom('checkpoint')
          .select(({ fn }) => fn.countAll<number>().as('settled'))
          .whereRef('checkpoint.company_id', '=', 'head.company_id')
          .where((row) => isSettled(row, p))
          .as('its'),
      )
      .select('head.company_id')
      .where(({ eb, fn }) => eb('head.company_id', '=', fn.any(p.companyIds)))
      .where('its.settled', '<', p.projections)
      .where(({ not }) => not(isErased('head.company_id'))),
)

/** Creates a first, live generation of each projection that a company with a ledger does not have yet. */
export async function createCheckpoints(
  client: pg.Pool | pg.ClientBase,
  release: Release,
  companyId: string,
): Promise<void> {
  await client.query(firstCheckpoints({ ...namesOf(release), companyId }))
}

const firstCheckpoints = statement('create-checkpoints', (p: Parameters<ReleaseNames & { companyId: string }>) =>
  db
    .insertInto('checkpoint')
    .columns(['company_id', 'projection', 'generation', 'version', 'status'])
    .expression((query) =>
      query
        .selectFrom(['company_head as head', knownProjections(p)])
        .where('head.company_id', '=', p.companyId)
        .select(({ val }) => [
          'head.company_id',
          'known.projection',
          val(1).as('generation'),
          'known.version',
          val('live' as const).as('status'),
        ])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('checkpoint as present')
                .select('present.generation')
                .whereRef('present.company_id', '=', 'head.company_id')
                .whereRef('present.projection', '=', 'known.projection'),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

/** The checkpoints to fold on from: the live ones, or those parked at an event that whichever release parked them could not read. */
export type Folding = 'live' | 'parked-as-unreadable'

/**
 * Locks the company's checkpoints that are not at the head until the end of the transaction, except those that another process has
 * locked; none of an erased company. Those that are ahead of the log have failed.
 */
export async function lockBehind(
  client: pg.ClientBase,
  release: Release,
  companyId: string,
  folding: Folding = 'live',
): Promise<Target[]> {
  const rows = await rowsOf(client, checkpointsNotAtHead(folding, { ...namesOf(release), companyId }))
  const targets = rows.flatMap(({ projection: name, generation, seq }) => {
    const projection = release.find((one) => one.name === name)
    return projection ? [newTarget(projection, { generation, seq, whole: false })] : []
  })
  // The head is read again only if need be: a locked row may be newer than the head that the statement saw.
  if (rows.some(({ seq, head }) => seq > (head ?? 0))) await failAhead(client, companyId, targets)
  return targets
}

/** Fails the targets whose rows have events that the log does not have. */
async function failAhead(client: pg.ClientBase, companyId: string, targets: readonly Target[]): Promise<void> {
  for (const target of targets) target.failure = await aheadOfLog(client, companyId, target.seq)
}

/** The failure of rows up to an event that the log does not have; undefined if it has it. In the caller's transaction. */
export async function aheadOfLog(client: pg.ClientBase, companyId: string, seq: number): Promise<Failure | undefined> {
  const [{ seq: head } = { seq: 0 }] = await rowsOf(client, companyHead({ companyId }))
  return seq > head ? failureAhead(seq, head) : undefined
}

/** Its seq is the log's last: no other failure is at an event that was folded. */
const failureAhead = (seq: number, head: number): Failure => ({
  seq: head,
  error: `The rows are ahead of the log: they are of event ${seq}, but the log ends at event ${head}. Events were lost, or only the log was restored. Verify the log, then replay the rows.`,
})

const checkpointsNotAtHead = statementByShape(
  'lock-not-at-head',
  (p: Parameters<ReleaseNames & { companyId: string }>, folding: Folding) =>
    db
      .selectFrom('checkpoint')
      .select(['projection', 'generation', 'seq'])
      .select((row) => headOf(row, p).as('head'))
      .where('company_id', '=', p.companyId)
      .where((row) => (folding === 'live' ? row.eb('status', '=', 'live') : isParkedAsUnreadable(row)))
      .where(({ eb, refTuple }) => eb(refTuple('projection', 'version'), 'in', knownPairs(p)))
      .where((row) => row.eb('seq', '<>', headOf(row, p)))
      .where(({ not }) => not(isErased('checkpoint.company_id')))
      .forUpdate()
      .skipLocked(),
)

/** Whether a checkpoint is parked at an event that the release which parked it, this one or another, could not read. */
const isParkedAsUnreadable = ({ and, eb, fn, ref, val }: ExpressionBuilder<Tables, 'checkpoint'>) =>
  and([
    eb('checkpoint.status', '=', 'parked'),
    eb(fn<string>('split_part', ['checkpoint.error', val(':'), val(1)]), 'in', unreadableErrors),
    eb('checkpoint.error_seq', '>', ref('checkpoint.seq')),
  ])

/** A projection that is parked as {@link Folding} says, and the event that it stopped at. */
export type ParkedAsUnreadable = { companyId: string; projection: string; seq: number }

/** This release's projections, of all companies, that are parked at an event which some release could not read. */
export const parkedAsUnreadable = (pool: pg.Pool, release: Release): Promise<ParkedAsUnreadable[]> =>
  rowsOf(pool, unreadableParked(namesOf(release)))

const unreadableParked = statement('parked-as-unreadable', (p: Parameters<ReleaseNames>) =>
  db
    .selectFrom('checkpoint')
    .select(['company_id as companyId', 'projection'])
    .select(({ fn }) => fn.coalesce('error_seq', 'seq').as('seq'))
    .where(isParkedAsUnreadable)
    .where(({ eb, refTuple }) => eb(refTuple('projection', 'version'), 'in', knownPairs(p))),
)

const headOf = ({ selectFrom }: ExpressionBuilder<Tables, 'checkpoint'>, p: Parameters<{ companyId: string }>) =>
  selectFrom('company_head').select('company_head.seq').where('company_head.company_id', '=', p.companyId)

/** The statement that moves the targets' checkpoints to the last event folded, parks those that failed and resumes parked ones that did not. */
export const moveCheckpoints = (companyId: string, targets: readonly Target[]) =>
  movedCheckpoints({
    companyId,
    moved: JSON.stringify(
      targets.map(({ projection, generation, seq, failure }) => ({
        projection: projection.name,
        generation,
        seq,
        error: failure?.error ?? null,
        error_seq: failure?.seq ?? null,
      })),
    ),
  })

type Moved = { projection: string; generation: number; seq: number; error: string | null; error_seq: number | null }

const movedCheckpoints = statement('move-checkpoints', (p: Parameters<{ companyId: string; moved: string }>) =>
  db
    .updateTable('checkpoint')
    .from(
      sql<Moved>`jsonb_to_recordset(${p.moved}::jsonb)`.as<'moved'>(
        sql`moved (projection text, generation int, seq bigint, error text, error_seq bigint)`,
      ),
    )
    .set(({ ref, and, eb }) => ({
      seq: ref('moved.seq'),
      error: ref('moved.error'),
      error_seq: ref('moved.error_seq'),
      updated_at: sql`now()`,
      status: eb
        .case()
        .when(and([eb('moved.error', 'is not', null), eb('checkpoint.status', '=', 'live')]))
        .then('parked' as const)
        .when(and([eb('moved.error', 'is', null), eb('checkpoint.status', '=', 'parked')]))
        .then('live' as const)
        .else(ref('checkpoint.status'))
        .end(),
    }))
    .where('company_id', '=', p.companyId)
    .whereRef('checkpoint.projection', '=', 'moved.projection')
    .whereRef('checkpoint.generation', '=', 'moved.generation'),
)

/** Parks a live checkpoint at the event after `seq`, whose rows PostgreSQL refuses. */
export async function park(client: pg.ClientBase, companyId: string, target: Target, error: unknown): Promise<void> {
  const failure = failureAt(target.seq + 1, error)
  await client.query(moveCheckpoints(companyId, [{ ...target, failure }]))
}

/**
 * Resumes this release's parked projections, of one company or all: the release may be able to fold what stopped them. Rows that
 * were ahead of the log stay parked, as they would lack the events that it has got since.
 */
export async function resumeParked(
  client: pg.Pool | pg.ClientBase,
  release: Release,
  companyId?: string,
): Promise<number> {
  const { rowCount } = await client.query(resumedCheckpoints({ ...namesOf(release), companyId: companyId ?? null }))
  return rowCount ?? 0
}

const resumedCheckpoints = statement('resume-parked', (p: Parameters<ReleaseNames & { companyId: string | null }>) =>
  db
    .updateTable('checkpoint')
    .from(knownProjections(p))
    .set({ status: 'live', error: null, error_seq: null, updated_at: sql`now()` })
    .where('status', '=', 'parked')
    .whereRef('checkpoint.projection', '=', 'known.projection')
    .whereRef('checkpoint.version', '=', 'known.version')
    .where(({ ref, eb, fn }) => eb(fn.coalesce(ref('error_seq'), eb.ref('seq')), '>=', ref('seq')))
    .where(({ ref }) => equalsOrNull(ref('company_id'), p.companyId, 'uuid')),
)
