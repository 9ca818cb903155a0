import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { readSites } from '#api/reads/sites/sites.ts'
import { alternate, medianTime, printRows, type Row, row } from '#bench/harness/measure.ts'
import type { SitesQuery } from '#core/wire/jobs/sites.ts'
import { connect } from '#ledger/database/connect.ts'

/** The largest company, and ten of it. */
const [largest, tenfold] = [800, 8_000]
const jobsOfSite = 12
/** In milliseconds: a page that took longer would be waited for. */
const longestWait = 1_000

const asked: Record<string, SitesQuery> = {
  'first page': {},
  'page in the middle': { page: 10 },
  'with open jobs': { filter: 'open' },
  'with open deadlines': { filter: 'deadlines' },
  'of an agency': { agency: 'Agency 6' },
  search: { search: 'flat 77' },
  'near a place': { near: '53.795,-1.548' },
}

/** As the screen asks: with how many sites each filter shows, which it knows already when it asks for what is near. */
const asAsked = (query: SitesQuery): SitesQuery => (query.near === undefined ? { ...query, counts: 'yes' } : query)

/**
 * What the office's pages of the address book cost with 8,000 sites and 96,000 jobs, against ten times the cost with 800 sites: none may
 * be worse than linear, or take a second. The database must be migrated.
 */
export async function benchAddressBook(databaseUrl: string, { rounds = 5, reads = 20 } = {}): Promise<Row[]> {
  const projector = connect(databaseUrl, 'fettle_projector', { max: 1, queryTimeout: 300_000 })
  const companies = { large: await filled(projector, tenfold), small: await filled(projector, largest) }
  await projector.end()
  const owner = connect(databaseUrl, undefined, { max: 1, queryTimeout: 300_000 })
  await owner.query('vacuum (analyze)')
  await owner.end()
  const api = connect(databaseUrl, 'fettle_api', { max: 1 })
  try {
    const rows: Row[] = []
    for (const [size, companyId] of [
      [tenfold, companies.large],
      [largest, companies.small],
    ] as const) {
      const reader = { companyId, audience: 'office', now: new Date() } as const
      const { counts, sites } = await readSites(api, reader, asAsked({}))
      if (
        counts?.all !== size ||
        counts.open === 0 ||
        counts.deadlines === 0 ||
        sites.every((one) => one.openJobs === 0)
      )
        throw new Error(`The address book is not as it was filled: ${JSON.stringify(counts)}`)
    }
    for (const [name, query] of Object.entries(asked)) {
      const timed = (companyId: string) => () =>
        medianTime(reads, () => readSites(api, { companyId, audience: 'office', now: new Date() }, asAsked(query)))
      const { large, small } = await alternate({ large: timed(companies.large), small: timed(companies.small) }, rounds)
      const what = `address book of ${tenfold.toLocaleString('en-GB')} sites, ${name}`
      rows.push(
        row(`${what}, against ten times that of ${largest}`, 'ms', { ours: large, floor: 10 * small, most: 1 }),
        row(what, 'ms', { ours: large, floor: longestWait, most: 1 }),
      )
    }
    return rows
  } finally {
    await api.end()
  }
}

/** A company with so many sites, half of which have events of their own; a fifth of the jobs are open, and one in fifty owes something. */
async function filled(pool: pg.Pool, sites: number): Promise<string> {
  const companyId = uuid()
  const jobs = sites * jobsOfSite
  for (const projection of ['sites', 'site-names', 'site-jobs', 'job-rows', 'dashboard-jobs', 'deadlines'])
    await pool.query(
      `insert into checkpoint (company_id, projection, generation, version, seq, status) values ($1, $2, 1, 1, 1, 'live')`,
      [companyId, projection],
    )
  await pool.query('create temporary table place (nth int, site_id uuid, name text, agency text)')
  await pool.query('create temporary table work (nth int, job_id uuid, number int)')
  await pool.query(
    `insert into place select nth, gen_random_uuid(), 'Flat ' || nth || ', Ashdown House', 'Agency ' || nth % 40
      from generate_series(1, $1::int) nth`,
    [sites],
  )
  await pool.query(
    'insert into work select 1 + number % $1::int, gen_random_uuid(), number from generate_series(1, $2::int) number',
    [sites, jobs],
  )
  await pool.query(
    `insert into site_row (company_id, generation, site_id, name, sort_key, agency, search_key, office_search_key, latitude, longitude,
        body)
      select $1, 1, site_id, name, lower(name), agency, lower(name), lower(name || ' ' || agency), 53 + nth % 97 / 97.0, -2 + nth % 89 / 89.0,
        jsonb_build_object('siteId', site_id, 'name', name, 'address', nth || ' Ashdown Road', 'postcode', 'LS6 2HN', 'access', '', 'keys', '',
          'parking', '', 'stopcock', '', 'tenants', '[]'::jsonb, 'createdAt', '2026-01-01T09:00:00.000Z',
          'lastModified', '2026-01-01T09:00:00.000Z', 'office', jsonb_build_object('notes', '', 'agency', agency, 'emails', '{}'::jsonb,
          'contacts', '[]'::jsonb, 'keptApart', '[]'::jsonb))
      from place where nth % 2 = 0`,
    [companyId],
  )
  await pool.query(
    `insert into site_name (company_id, generation, name_key, name, sort_key, site_id, is_own)
      select $1, 1, lower(name), name, lower(name), site_id, nth % 2 = 0 from place`,
    [companyId],
  )
  await pool.query(
    `insert into site_job (company_id, generation, job_id, name_key)
      select $1, 1, job_id, lower(name) from work join place using (nth)`,
    [companyId],
  )
  await pool.query(
    `insert into job_row
      select $1, 1, job_id, number, (array['completed', 'completed', 'booked', 'completed', 'cancelled'])[1 + number % 5], '', name,
        date '2026-01-01' + number % 300, case when number % 5 = 2 then now() + number % 400 * interval '1 hour' end,
        case when number % 5 = 2 then now() + (2 + number % 400) * interval '1 hour' end, '{}', 0, 0, '{}', 'WO-' || number, agency
      from work join place using (nth)`,
    [companyId],
  )
  await pool.query(
    `insert into dashboard_job (company_id, generation, job_id, number, apartment_name, created_at, job_status, completed_at, warning,
        assigned_to, tasks, completed_value, tasks_left)
      select $1, 1, job_id, number, name, date '2026-01-01' + number % 300, 'completed', now() - number % 500 * interval '1 day', '', '{}',
        '[]'::jsonb, 100 * (number % 300), 0
      from work join place using (nth)`,
    [companyId],
  )
  await pool.query(
    `insert into document (company_id, projection, generation, key, body)
      select $1, 'deadlines', 1, job_id::text, jsonb_build_object('jobId', job_id, 'duties', '[]'::jsonb, 'dues',
        jsonb_build_array('2026-12-01T09:00:00.000Z'), 'nextDue', '2026-12-01T09:00:00.000Z')
      from work where number % 50 = 2`,
    [companyId],
  )
  await pool.query('drop table place, work')
  return companyId
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to a migrated PostgreSQL database that may be filled')
  printRows(await benchAddressBook(url))
}
