import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { inSnapshotOf } from '#ledger/database/connect.ts'
import { longJob } from '#test/histories/long-job.ts'
import { openTestLedger } from '#test/histories/stored-history.ts'
import { imageEvent } from './references.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger?.close())

test('of a company with thousands of photos the newest is found without reading the others', async () => {
  const companyId = randomUUID()
  const srcOf = (version: number) => `/images/${companyId}/${version}.webp`
  const photos = longJob({ companyId, jobId: randomUUID() }, 3_000).map((event): StoredEvent => {
    const { seq, version } = event
    const data = { imageId: randomUUID(), src: srcOf(version), description: '', width: 4, height: 3 }
    return version === 1 ? event : Object.assign({}, event, { seq, type: 'ImageAdded', data })
  })
  await ledger.store(photos)
  await ledger.owner.query('analyze event')
  /** How many rows the query has read in vain. */
  const readInVain = (version: number) =>
    inSnapshotOf(ledger.pool, companyId, async (client) => {
      const { text, values } = imageEvent({ companyId, src: srcOf(version) })
      const { rows } = await client.query({ text: `explain (analyze, format json) ${text}`, values: values ?? [] })
      const plan = JSON.stringify(rows)
      expect(plan).toContain('"Actual Rows":1')
      return Number(/"Rows Removed by Filter":(\d+)/.exec(plan)?.[1] ?? 0)
    })
  expect(await readInVain(3_000)).toBe(0)
  expect(await readInVain(2_991)).toBe(9)
})
