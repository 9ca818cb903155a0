import type pg from 'pg'

/** Where one projection of a company stands. Its rows show the company as it was at `seq`; `lag` events are still to come. */
export type ProjectionStatus = {
  companyId: string
  projection: string
  version: number
  generation: number
  seq: number
  head: number
  lag: number
  /** `parked`: stopped at the event `errorSeq`, its rows are stale until a release that can fold it. */
  status: 'live' | 'parked'
  error?: string
  errorSeq?: number
  /** A generation that is being built beside it; with an error it has stopped there, and is never switched to. */
  building?: { generation: number; version: number; seq: number; error?: string; errorSeq?: number }
}

/**
 * Every projection of one company, or of all. `pool` is connect(databaseUrl, 'fettle_projector'). Empty until the projector has
 * first seen the company.
 */
export async function projectionStatus(pool: pg.Pool, companyId?: string): Promise<ProjectionStatus[]> {
  const { rows } = await pool.query<ProjectionStatus & { error: string | null; errorSeq: number | null }>(
    `select live.company_id "companyId", live.projection, live.version, live.generation, live.seq, head.seq head,
        greatest(head.seq - live.seq, 0) lag, live.status, live.error, live.error_seq "errorSeq", built.building
      from checkpoint live join company_head head on head.company_id = live.company_id
      left join lateral (
        select jsonb_strip_nulls(jsonb_build_object('generation', generation, 'version', version, 'seq', seq,
          'error', error, 'errorSeq', error_seq)) building
        from checkpoint where company_id = live.company_id and projection = live.projection and status = 'building'
        order by generation desc limit 1) built on true
      where live.status in ('live', 'parked') and ($1::uuid is null or live.company_id = $1)
      order by live.company_id, live.projection`,
    [companyId ?? null],
  )
  return rows.map(
    ({ error, errorSeq, building, ...row }): ProjectionStatus => ({
      ...row,
      ...(error === null ? {} : { error }),
      ...(errorSeq === null ? {} : { errorSeq }),
      ...(building ? { building } : {}),
    }),
  )
}
