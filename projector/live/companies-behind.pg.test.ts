import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { projections } from '#core/projections/projections.ts'
import { connect } from '#ledger/database/connect.ts'
import { requestRunForAll } from '#ledger/read-models/request-runs.ts'
import { openTestLedger } from '#test/histories/stored-history.ts'
import { trackCompaniesBehind } from './companies-behind.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
let companies: string[]
beforeAll(async () => {
  ledger = await openTestLedger()
  const { rows } = await ledger.owner.query<{ company_id: string }>(
    'insert into company_head (company_id, seq) select gen_random_uuid(), 7 from generate_series(1, 600) returning company_id',
  )
  companies = rows.map((one) => one.company_id)
  await ledger.pool.query(
    `insert into checkpoint (company_id, projection, generation, version, seq, status)
      select company_id, projection, 1, version, 7, 'live'
      from company_head, unnest($1::text[], $2::int[]) known (projection, version)`,
    [projections.map((one) => one.name), projections.map((one) => one.version)],
  )
})
afterAll(() => ledger.close())

const move = (companyId: string, by: number) =>
  ledger.owner.query('update company_head set seq = seq + $2 where company_id = $1', [companyId, by])

test('among many quiet companies, each one whose ledger has moved is found once', async () => {
  const tracker = trackCompaniesBehind(ledger.pool, projections)
  expect(await tracker.behind('all')).toEqual([])
  expect(tracker.movedAt()).toBe(Number.NEGATIVE_INFINITY)
  const [one = '', other = '', third = ''] = companies
  await move(one, 1)
  await move(other, 3)
  expect((await tracker.behind('all')).toSorted()).toEqual([one, other].toSorted())
  expect(tracker.movedAt()).toBeGreaterThan(0)
  expect(await tracker.behind('all')).toEqual([])
  expect(await tracker.behind([one, third])).toEqual([one])
})

test('while nothing is committed, nothing is read of the companies, however many they are', async () => {
  // Others may be writing to the same server: what one snapshot sees is not changed by them.
  const pool = connect(ledger.url, 'fettle_projector', { max: 1 })
  onTestFinished(() => pool.end())
  await pool.query('begin isolation level repeatable read')
  const tracker = trackCompaniesBehind(pool, projections, { every: 0 })
  await tracker.behind('all')
  const asked = vi.spyOn(pool, 'query')
  await tracker.behind('all')
  // Of several machines one does not know what the others have committed.
  expect(asked).toHaveBeenCalledTimes(inject('workers').length > 0 ? 2 : 1)
  await pool.query('commit')
  const [, , , one = ''] = companies
  await move(one, 1)
  expect(await tracker.behind('all')).toContain(one)
})

test('a company whose rows are behind although its ledger has not moved is also found, a little later', async () => {
  const tracker = trackCompaniesBehind(ledger.pool, projections, { every: 50 })
  await tracker.behind('all')
  const fallen = companies.at(-1) ?? ''
  await ledger.pool.query(`update checkpoint set seq = 5 where company_id = $1 and projection = 'todo'`, [fallen])
  await expect.poll(() => tracker.behind('all'), { interval: 20 }).toContain(fallen)
})

test('a closed company is folded until its erasure begins, and is not replayed from then on', async () => {
  const closed = companies.at(-2) ?? ''
  const tracker = trackCompaniesBehind(ledger.pool, projections, { every: 0 })
  const replayed = async () => {
    const { runId } = await requestRunForAll(ledger.pool, { kind: 'replay', projections, startedBy: 'operator' })
    const { rowCount } = await ledger.owner.query('select from replay_run where company_id = $1', [closed])
    await ledger.owner.query('delete from replay_run where run_id = $1', [runId])
    return rowCount
  }
  await ledger.owner.query('insert into company_closing values ($1, $1, now(), now())', [closed])
  await ledger.owner.query('delete from checkpoint where company_id = $1', [closed])
  expect([await tracker.behind('all'), await tracker.behind([closed])]).toEqual([
    expect.arrayContaining([closed]),
    [closed],
  ])
  expect(await replayed()).toBe(1)
  await ledger.owner.query('update company_closing set erasing_since = now() where company_id = $1', [closed])
  expect(await tracker.behind('all')).not.toContain(closed)
  expect(await tracker.behind([closed])).toEqual([])
  expect(await replayed()).toBe(0)
})
