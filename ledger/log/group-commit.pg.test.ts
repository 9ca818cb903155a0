import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { sampleJobCreation } from '#test/histories/sample-appends.ts'
import { append } from './append.ts'
import { readHead } from './read.ts'

let database: TestDatabase
let api: pg.Pool
let projector: pg.Pool
let owner: pg.Pool

beforeAll(async () => {
  database = await createDatabase()
  api = connect(database.url, 'fettle_api', { max: 8 })
  projector = connect(database.url, 'fettle_projector', { max: 1 })
  owner = connect(database.url, undefined, { max: 1 })
})
afterAll(async () => {
  await Promise.all([api.end(), projector.end(), owner.end()])
  await database.drop()
})

/** How many transactions wrote the company's events. */
async function transactionsOf(companyIds: readonly string[]) {
  const { rows } = await projector.query<{ count: string }>(
    'select count(distinct xmin::text) from event where company_id = any ($1)',
    [companyIds],
  )
  return Number(rows[0]?.count)
}

test('forty concurrent appends are written by a few transactions, and each gets its own result', async () => {
  const creations = Array.from({ length: 40 }, () => sampleJobCreation({ companyId: uuid() }))
  const outcomes = await Promise.all(creations.map((one) => append(api, one)))
  expect(outcomes).toEqual(creations.map(() => ({ outcome: 'appended', seq: 1, version: 1, number: 1 })))
  expect(await transactionsOf(creations.map((one) => one.companyId))).toBe(5)
})

test('concurrent appends keep the order in which they were requested', async () => {
  const companyId = uuid()
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => append(api, sampleJobCreation({ companyId }))))
  expect(outcomes.map((one) => one.outcome === 'appended' && one.number)).toEqual(
    Array.from({ length: 8 }, (_, nth) => nth + 1),
  )
  expect(await verifyLedger(projector, { companyId })).toMatchObject([{ events: 8 }])
})

test('a refused append does not affect the others in its group', async () => {
  const first = sampleJobCreation({ companyId: uuid() })
  await append(api, first)
  const late = { ...first, commandId: uuid() }
  const others = Array.from({ length: 12 }, () => sampleJobCreation({ companyId: uuid() }))
  const [conflict, repeated, ...appended] = await Promise.all([
    append(api, late),
    append(api, first),
    ...others.map((one) => append(api, one)),
  ])
  expect(conflict).toEqual({ outcome: 'conflict' })
  expect(repeated).toMatchObject({ outcome: 'repeated', seq: 1 })
  expect(appended).toEqual(others.map(() => ({ outcome: 'appended', seq: 1, version: 1, number: 1 })))
})

test('a company whose head is locked times out alone', async () => {
  const held = sampleJobCreation({ companyId: uuid() })
  await append(api, held)
  const holder = await owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from company_head where company_id = $1 for update', [held.companyId])
    const others = Array.from({ length: 6 }, () => sampleJobCreation({ companyId: uuid() }))
    const [stuck, ...appended] = await Promise.allSettled([
      append(api, sampleJobCreation({ companyId: held.companyId })),
      ...others.map((one) => append(api, one)),
    ])
    expect(stuck).toMatchObject({ status: 'rejected', reason: { code: '55P03' } })
    expect(appended.map((one) => one.status)).toEqual(others.map(() => 'fulfilled'))
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect(await readHead(api, held.companyId)).toMatchObject({ seq: 1 })
})
