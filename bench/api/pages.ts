import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { readJobs } from '#api/reads/jobs/jobs.ts'
import { alternate, medianTime, printRows, type Row, row } from '#bench/harness/measure.ts'
import type { JobsQuery } from '#core/wire/jobs/jobs.ts'
import { jobsPageSize } from '#core/wire/list-options.ts'
import { connect, readInCompany } from '#ledger/database/connect.ts'
import { jobRowMapping } from '#ledger/read-models/row-types.ts'
import { fillJobRows } from '#test/histories/many-job-rows.ts'

/** The large company comes first, so that the small one shares a table with many rows, as in production. */
const sizes = [100_000, 1_000] as const
const columns = Object.keys(jobRowMapping.columns).join(', ')

type Case = { name: string; query: JobsQuery; where: string; total: string; order: string; offset: number }

/**
 * A page of the jobs list with 1,000 and with 100,000 jobs: the API's read, against the shortest SQL that returns the same rows
 * and total in the same kind of transaction (for the last page, SQL that reads from the end). The database must be migrated.
 */
export async function benchPages(databaseUrl: string, { rounds = 5, reads = 250 } = {}): Promise<Row[]> {
  const api = connect(databaseUrl, 'fettle_api', { max: 1 })
  try {
    const rows: Row[] = []
    const firstPages: number[] = []
    for (const size of sizes) {
      const companyId = await filled(databaseUrl, size)
      for (const one of casesOf(size)) {
        const { ours, floor } = await alternate(
          {
            ours: () => medianTime(reads, () => readJobs(api, companyId, 'office', one.query)),
            floor: () => medianTime(reads, () => bareRead(api, companyId, one)),
          },
          rounds,
        )
        rows.push(row(`${one.name} of ${size.toLocaleString('en-GB')} jobs`, 'ms', { ours, floor, most: 1.3 }))
        if (one.name === 'first page') firstPages.push(ours)
      }
    }
    const [large = Number.NaN, small = Number.NaN] = firstPages
    return [
      ...rows,
      row('first page of 100,000 jobs against that of 1,000', 'ms', { ours: large, floor: small, most: 1.5 }),
    ]
  } finally {
    await api.end()
  }
}

async function filled(databaseUrl: string, jobs: number): Promise<string> {
  const projector = connect(databaseUrl, 'fettle_projector', { max: 1, queryTimeout: 120_000 })
  const companyId = uuid()
  await fillJobRows(projector, companyId, jobs)
  await projector.end()
  // Otherwise autovacuum would do this at some point during the measurements.
  const owner = connect(databaseUrl, undefined, { max: 1, queryTimeout: 120_000 })
  await owner.query('vacuum (analyze) job_row, checkpoint')
  await owner.end()
  return companyId
}

function casesOf(size: number): Case[] {
  const lastPage = Math.ceil(size / jobsPageSize)
  const booked = size / 5
  const lastBooked = Math.ceil(booked / jobsPageSize)
  const all = { where: '', total: 'max(number)' }
  const filter = { where: `and job_status = 'booked'`, total: 'count(*)' }
  const fromStart = (page: number) => ({ order: 'desc', offset: (page - 1) * jobsPageSize })
  const fromEnd = { order: 'asc', offset: 0 }
  return [
    { name: 'first page', query: {}, ...all, ...fromStart(1) },
    { name: 'last page', query: { page: lastPage }, ...all, ...(size > 1_000 ? fromEnd : fromStart(lastPage)) },
    { name: 'first page of a status', query: { status: 'booked' }, ...filter, ...fromStart(1) },
    {
      name: 'last page of a status',
      query: { status: 'booked', page: lastBooked },
      ...filter,
      ...(booked > 1_000 ? fromEnd : fromStart(lastBooked)),
    },
  ]
}

const bareRead = (pool: pg.Pool, companyId: string, { where, total, order, offset }: Case) => {
  const rows = `from job_row where company_id = $1 and generation = 1 ${where}`
  const text = `select ${columns} ${rows} order by number ${order} limit ${jobsPageSize} offset ${offset}`
  const count = `select ${total} ${rows}`
  return readInCompany(pool, companyId, [
    { name: text.slice(-60), text, values: [companyId] },
    { name: count.slice(0, 60), text: count, values: [companyId] },
  ])
}

if (import.meta.main) printRows(await benchPages(process.env.DATABASE_URL ?? ''))
