import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urgentWarnings } from '#core/job/visit/visit-needed.ts'
import { jobSorts } from '#core/views/jobs-list.ts'
import type { JobsQuery } from '#core/wire/jobs/jobs.ts'
import { connect } from '#ledger/database/connect.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { fillJobRows } from '#test/histories/many-job-rows.ts'
import { readJobs } from './jobs.ts'

const jobs = 2_700
const companyId = uuid()
let database: TestDatabase
let owner: pg.Pool
let pool: pg.Pool
beforeAll(async () => {
  database = await createDatabase()
  // Row-level security does not concern it: on Citus, it would refuse rows that a statement computes.
  owner = new pg.Pool({ connectionString: database.url, max: 1 })
  pool = connect(database.url, 'fettle_api', { max: 2 })
  await fillJobRows(owner, uuid(), 300)
  await fillJobRows(owner, companyId, jobs)
})
afterAll(async () => {
  await Promise.all([pool.end(), owner.end()])
  await database.drop()
})

const pageOf = (query: JobsQuery) => readJobs(pool, companyId, 'office', query)

/** All jobs, page after page. */
async function walk(query: JobsQuery) {
  const first = await pageOf(query)
  const rest = []
  for (let page = 2; page <= first.totalPages; page += 1) rest.push(await pageOf({ ...query, page }))
  return { first, jobs: [first, ...rest].flatMap((one) => one.jobs) }
}

for (const sort of jobSorts) {
  for (const direction of ['asc', 'desc'] as const) {
    test(`pages by ${sort} ${direction} hold every job once and in order, to the last page`, async () => {
      const { first, jobs: all } = await walk({ sort, direction })
      expect(first).toMatchObject({ totalResults: jobs, totalPages: 169, seq: jobs })
      expect(new Set(all.map((one) => one.jobId)).size).toBe(jobs)
      const urgency = `array_position('{${urgentWarnings.join(',')}}'::text[], warning)`
      const order = {
        jobRef: `number ${direction}`,
        apartmentName: `apartment_name ${direction}, number ${direction}`,
        createdAt: `created_at ${direction}, number ${direction}`,
        jobStart: `job_start ${direction} nulls last, number ${direction}`,
        urgency: direction === 'desc' ? `${urgency} nulls last, number` : `${urgency} desc nulls first, number desc`,
      }[sort]
      const { rows } = await owner.query(
        `select number from job_row where company_id = '${companyId}' order by ${order}`,
      )
      expect(all.map((one) => Number(one.jobRef))).toEqual(rows.map((one) => one.number))
    })
  }
}

test('filtered pages hold every matching job once, to the last page', async () => {
  const { first, jobs: all } = await walk({ status: 'booked', search: 'o', sort: 'jobStart' })
  expect(first.totalResults).toBe(all.length)
  expect(new Set(all.map((one) => one.jobId)).size).toBe(all.length)
  expect(all.every((one) => one.jobStatus === 'booked')).toBe(true)
  const many = await walk({ warning: 'none' })
  expect(many.jobs).toHaveLength(2_400)
})

test('a company with no jobs, or not projected yet, has no pages', async () => {
  expect(await readJobs(pool, uuid(), 'office', {})).toEqual({ jobs: [], totalPages: 0, totalResults: 0, seq: 0 })
})
