import { type ExpressionBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Comparison, ProjectionRun, RowCounts, RunKind } from '#core/wire/projections.ts'
import { openRunStates, type RunState } from '#core/wire/replay/run-states.ts'
import { equalsOrNull } from '#ledger/database/equals-or-null.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Tables } from '#ledger/database/tables.ts'

/** A run of projections in one company, as the database keeps it. */
export type RunRecord = {
  companyId: string
  runId: string
  kind: RunKind
  state: RunState
  projections: string[]
  versions: number[]
  /** Whether what was built, or what was live before, stays for a while. */
  keeps: boolean
  startedBy: 'person' | 'operator' | 'upgrade'
  userId: string | null
  eventsDone: number
  eventsTotal: number
  rate: number
  errors: ProjectionRun['errors']
  counts: RowCounts | null
  createdAt: string
  endedAt: string | null
}

/** The columns of a {@link RunRecord}. */
export const runColumns = (run: ExpressionBuilder<Tables, 'replay_run'>) =>
  [
    'replay_run.company_id as companyId',
    'replay_run.run_id as runId',
    'replay_run.kind',
    'replay_run.state',
    'replay_run.projections',
    'replay_run.versions',
    'replay_run.keeps',
    'replay_run.started_by as startedBy',
    'replay_run.user_id as userId',
    'replay_run.events_done as eventsDone',
    'replay_run.events_total as eventsTotal',
    'replay_run.rate',
    run.ref('replay_run.errors').$castTo<ProjectionRun['errors']>().as('errors'),
    'replay_run.created_at as createdAt',
    'replay_run.ended_at as endedAt',
    // The sums of the rows that its comparisons counted; null without a comparison.
    run.fn<RowCounts | null>('counts_of', ['replay_run.comparisons']).as('counts'),
  ] as const

const comparisonsOf = (run: ExpressionBuilder<Tables, 'replay_run'>) =>
  sql<{ entry: Comparison }>`jsonb_array_elements(${run.ref('replay_run.comparisons')})`.as<'comparison'>(
    sql`comparison (entry)`,
  )

/** A company's open runs, then those that ended, newest first; `most` in all. */
export const readRuns = (client: pg.ClientBase, companyId: string, most: number): Promise<RunRecord[]> =>
  rowsOf(client, companyRuns({ companyId, most }))

const companyRuns = statement('read-runs', (p: Parameters<{ companyId: string; most: number }>) =>
  db
    .selectFrom('replay_run')
    .select(runColumns)
    .where('company_id', '=', p.companyId)
    .orderBy((run) => run('state', 'in', openRunStates), 'desc')
    .orderBy('created_at', 'desc')
    .limit(p.most),
)

/** The last finished comparison of a projection of a company. */
export async function readComparison(client: pg.ClientBase, companyId: string, projection: string) {
  const [last] = await rowsOf(client, lastComparison({ companyId, projection }))
  return last
}

const lastComparison = statement('read-comparison', (p: Parameters<{ companyId: string; projection: string }>) =>
  db
    .selectFrom('replay_run')
    .crossJoinLateral(comparisonsOf)
    .select(['run_id as runId', 'comparison.entry as comparison'])
    .select(({ ref }) => ref('ended_at').$notNull().as('comparedAt'))
    .where('company_id', '=', p.companyId)
    .where('kind', '=', 'compare')
    .where(({ ref }) => sql`${ref('comparison.entry')} ->> 'projection'`, '=', p.projection)
    .orderBy('ended_at', 'desc')
    .limit(1),
)

/** A run as the API shows it. `username` is that of the person who requested it. */
export function toProjectionRun(run: RunRecord, username = ''): ProjectionRun {
  const { eventsDone, eventsTotal, rate, counts, endedAt } = run
  const left = Math.max(0, eventsTotal - eventsDone)
  const names = { person: username, operator: 'operator', upgrade: 'Fettle' }
  return {
    runId: run.runId,
    kind: run.kind,
    state: run.state,
    projections: run.projections.map((name, at) => ({ name, version: run.versions[at] ?? 0 })),
    events: { done: eventsDone, total: eventsTotal },
    companies: { done: endedAt === null ? 0 : 1, total: 1 },
    rate: Math.round(rate),
    ...(rate > 0 && run.state === 'running' ? { secondsLeft: Math.round(left / rate) } : {}),
    errors: run.errors,
    startedAt: run.createdAt,
    startedBy: names[run.startedBy],
    ...(endedAt === null ? {} : { endedAt }),
    ...(counts === null ? {} : { counts }),
  }
}

/** A run across all of its companies, or its part in one. */
export type OpenRun = Pick<ProjectionRun, 'runId' | 'kind' | 'events' | 'companies' | 'rate'> & {
  projections: string[]
  secondsLeft: number
}

/** The runs that have not ended, oldest first; in all companies, or their parts in one. */
export const readOpenRuns = (pool: pg.Pool, companyId?: string): Promise<OpenRun[]> =>
  rowsOf(pool, openRuns({ companyId: companyId ?? null }))

const openRuns = statement('read-open-runs', (p: Parameters<{ companyId: string | null }>) =>
  db
    .selectFrom('replay_run')
    .select(({ eb, fn, ref }) => {
      const isOpen = eb('state', 'in', openRunStates)
      const left = sql<number>`${ref('events_total')} - ${ref('events_done')}`
      const openLeft = fn.agg<number>('sum', [left]).filterWhere(isOpen)
      return [
        'run_id as runId',
        'kind',
        'projections',
        sql<OpenRun['events']>`jsonb_build_object(
          'done', sum(${ref('events_done')}), 'total', sum(${ref('events_total')}))`.as('events'),
        sql<OpenRun['companies']>`jsonb_build_object(
          'done', count(*) filter (where not ${isOpen}), 'total', count(*))`.as('companies'),
        sql<number>`sum(${ref('rate')})::float8`.as('rate'),
        sql<number>`coalesce(${openLeft} / nullif(sum(${ref('rate')}), 0), 0)::float8`.as('secondsLeft'),
      ]
    })
    .where(({ eb, selectFrom }) =>
      eb(
        'run_id',
        'in',
        selectFrom('replay_run as open').select('open.run_id').where('open.state', 'in', openRunStates),
      ),
    )
    .where(({ ref }) => equalsOrNull(ref('company_id'), p.companyId, 'uuid'))
    .groupBy(['run_id', 'kind', 'projections'])
    .orderBy(({ fn }) => fn.min('created_at')),
)
