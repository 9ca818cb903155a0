import type pg from 'pg'

/**
 * Fills a company's live job rows without going through the ledger: this many jobs, cycling through statuses and sites, a third of
 * them booked. For tests and measurements of reads. `pool` is the projector's.
 */
export async function fillJobRows(pool: pg.Pool, companyId: string, jobs: number) {
  await pool.query(
    `insert into checkpoint (company_id, projection, generation, version, seq, status) values ($1, 'job-rows', 1, 1, $2, 'live')`,
    [companyId, jobs],
  )
  await pool.query(
    `
      insert into job_row
      select $1, 1, gen_random_uuid(), number,
        (array['pending', 'booked', 'completed', 'cancelled', 'quote sent'])[1 + number % 5],
        case when number % 9 = 0 then 'insurance' else '' end,
        (array['Ash Court', 'Beech House', 'Cedar Lodge', 'Dale Mews'])[1 + number % 4] || ' ' || number % 400,
        date '2026-01-01' + number % 300,
        case when number % 3 = 0 then timestamptz '2026-01-01 09:00+00' + number % 500 * interval '1 hour' end,
        case when number % 3 = 0 then timestamptz '2026-01-01 11:00+00' + number % 500 * interval '1 hour' end,
        '{}', 0, 0, '{}', 'WO-' || number, 'Homefinders'
      from generate_series(1, $2::int) number`,
    [companyId, jobs],
  )
}
