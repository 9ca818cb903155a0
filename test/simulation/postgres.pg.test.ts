import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { type PageCode, pageCode } from './page/page-code.ts'
import { simulateSeed } from './run/simulate-seed.ts'
import { postgresLog } from './server/postgres-log.ts'

let database: TestDatabase
let code: PageCode
beforeAll(async () => {
  ;[database, code] = await Promise.all([createDatabase(), pageCode()])
})
afterAll(() => database.drop())

test.each([7, 11])('after the mishaps of day %i on a real log every device shows what the server has', async (seed) => {
  const api = connect(database.url, 'fettle_api', { max: 8 })
  const projector = connect(database.url, 'fettle_projector', { max: 1 })
  const before = (await verifyLedger(projector)).length
  const { faults, trace, events, commands } = await simulateSeed(seed, code, { openLog: postgresLog(api) })
  expect(faults, trace.join('\n')).toEqual([])
  expect(commands).toBeGreaterThan(10)
  const verified = await verifyLedger(projector)
  expect(verified).toHaveLength(before + 1)
  expect(verified).toContainEqual(expect.objectContaining({ events, head: expect.objectContaining({ seq: events }) }))
  await Promise.all([api.end(), projector.end()])
})
