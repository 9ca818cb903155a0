import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { makeDemoCompany, signIns } from './demo-company.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

test('the demo company has seven people with their names, its jobs and an intact chain, and is only created once', async () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const progress: number[] = []
  const events = await makeDemoCompany(database.url, now, 120, (done) => progress.push(done))
  expect(events).toBeGreaterThan(120 * 6)
  expect(progress.at(-1)).toBeGreaterThan(500)
  expect(await makeDemoCompany(database.url, now, 120, () => undefined)).toBe(0)

  const pool = connect(database.url, 'fettle_projector')
  const [company, ...others] = await verifyLedger(pool)
  expect(others).toEqual([])
  expect(company?.fault).toBeUndefined()
  expect(company?.events).toBe(events + 1 + 2 + 3 * 6)
  const { rows } = await pool.query("select count(*) n, max(number) last from event where type = 'JobCreated'")
  expect(rows[0].n).toBe(rows[0].last)
  const named = await pool.query("select count(*) n from event where type = 'MemberDetailsSet'")
  expect(Number(named.rows[0].n)).toBe(7)
  const given = await pool.query<{ type: string }>('select distinct type from event')
  expect(given.rows.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['SiteAdded', 'SiteTenantSet', 'RecurringWorkSetUp', 'SharedViewSaved', 'ViewSaved']),
  )
  await pool.end()
  expect(signIns.map((one) => one.role)).toEqual(['owner', 'admin', 'admin', 'team', 'team', 'team', 'team'])
})
