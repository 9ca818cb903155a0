import { sql } from 'kysely'
import type pg from 'pg'
import { equalsOrNull } from '#ledger/database/equals-or-null.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** The state of one projection of a company. Its rows show the company as of `seq`; `lag` events are still to be folded. */
export type ProjectionStatus = {
  companyId: string
  projection: string
  version: number
  generation: number
  seq: number
  head: number
  lag: number
  /** `parked`: stopped at the event `errorSeq`; its rows are stale until a release can fold that event. */
  status: 'live' | 'parked'
  error?: string
  errorSeq?: number
  /** A generation that is being built alongside the live one; one with an error has stopped and is never switched to. */
  building?: { generation: number; version: number; seq: number; error?: string; errorSeq?: number }
}

/**
 * Every projection of one company, or of all. `pool` is connect(databaseUrl, 'fettle_projector'). Empty until the projector has
 * first seen the company.
 */
export async function projectionStatus(pool: pg.Pool, companyId?: string): Promise<ProjectionStatus[]> {
  const rows = await rowsOf(pool, statuses({ companyId: companyId ?? null }))
  return rows.map(({ error, errorSeq, building, status, ...row }) => ({
    ...row,
    status: status === 'parked' ? status : 'live',
    ...(error === null ? {} : { error }),
    ...(errorSeq === null ? {} : { errorSeq }),
    ...(building ? { building } : {}),
  }))
}

const statuses = statement('projection-status', (p: Parameters<{ companyId: string | null }>) =>
  db
    .selectFrom('checkpoint as live')
    .innerJoin('company_head as head', 'head.company_id', 'live.company_id')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('checkpoint as building')
          .select(({ ref }) =>
            sql<ProjectionStatus['building']>`jsonb_strip_nulls(jsonb_build_object(
              'generation', ${ref('building.generation')}, 'version', ${ref('building.version')}, 'seq', ${ref('building.seq')},
              'error', ${ref('building.error')}, 'errorSeq', ${ref('building.error_seq')}))`.as('building'),
          )
          .whereRef('building.company_id', '=', 'live.company_id')
          .whereRef('building.projection', '=', 'live.projection')
          .where('building.status', '=', 'building')
          .orderBy('building.generation', 'desc')
          .limit(1)
          .as('built'),
      (join) => join.onTrue(),
    )
    .select([
      'live.company_id as companyId',
      'live.projection',
      'live.version',
      'live.generation',
      'live.seq',
      'head.seq as head',
      'live.status',
      'live.error',
      'live.error_seq as errorSeq',
      'built.building',
    ])
    .select(({ ref }) => sql<number>`greatest(${ref('head.seq')} - ${ref('live.seq')}, 0)`.as('lag'))
    .where('live.status', 'in', ['live', 'parked'])
    .where(({ ref }) => equalsOrNull(ref('live.company_id'), p.companyId, 'uuid'))
    .orderBy('live.company_id')
    .orderBy('live.projection'),
)
