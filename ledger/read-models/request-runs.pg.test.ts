import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'
import { type RunRequest, requestRun, requestRunForAll } from './request-runs.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

const undoRequest: RunRequest = { kind: 'undo', projections: [{ name: 'job-rows', version: 1 }], startedBy: 'operator' }

test('a request for all companies waits for a concurrent request for one, and skips that company', async () => {
  const events = sampleHistory(3, 30)
  await ledger.store(events)
  const companyId = events[0]?.companyId ?? ''
  const client = await ledger.pool.connect()
  try {
    await client.query('begin')
    await requestRun(client, companyId, { ...undoRequest, startedBy: 'person' })
    const ofAll = requestRunForAll(ledger.pool, undoRequest)
    await expect.poll(() => waitingForLock(ledger.owner, 'replay_run')).toBe(1)
    await client.query('commit')
    expect(await ofAll).toEqual({ runId: undefined, companies: 0 })
  } finally {
    client.release()
  }
  const { rows } = await ledger.pool.query('select started_by "startedBy" from replay_run where company_id = $1', [
    companyId,
  ])
  expect(rows).toEqual([{ startedBy: 'person' }])
})
