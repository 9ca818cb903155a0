import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#ledger/database/connect.ts'
import { createPlainDatabase, type TestDatabase } from '#test/database/database.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { sampleNewTables } from './upkeep.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createPlainDatabase()
})
afterAll(() => database.drop())

test('a table with rows that was never sampled is sampled once, by a role that owns none', async () => {
  const pool = connect(database.url, 'fettle_projector', { max: 1 })
  const tuples = () =>
    withSuperuser(database.url, async (client) => {
      const { rows } = await client.query<{ tuples: number }>(
        `select reltuples::int tuples from pg_class where relname = 'site_job'`,
      )
      return rows[0]?.tuples
    })
  // Autovacuum must not come first.
  await withSuperuser(database.url, (client) =>
    client.query(`alter table site_job set (autovacuum_enabled = false);
      insert into site_job (company_id, generation, job_id, name_key)
        select '01a21b96-2761-7268-a2e0-7d90198e1e2e', 1, gen_random_uuid(), nth from generate_series(1, 60) nth`),
  )
  expect(await tuples()).toBeLessThanOrEqual(0)
  // PostgreSQL counts rows a moment after they were written.
  await expect.poll(() => sampleNewTables(pool)).toBeGreaterThan(0)
  expect(await tuples()).toBe(60)
  expect(await sampleNewTables(pool)).toBe(0)
  await pool.end()
})
