import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'
import { pagesRead } from '#test/database/pages-read.ts'
import { longJob } from '#test/histories/long-job.ts'
import { openTestLedger } from '#test/histories/stored-history.ts'
import { imageReference, isReferenced } from './references.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
let api: pg.Pool
const companyId = randomUUID()
const srcOf = (version: number) => `/images/${companyId}/${version}.webp`
beforeAll(async () => {
  ledger = await openTestLedger()
  api = connect(ledger.url, 'fettle_api', { max: 2 })
  const photos = longJob({ companyId, jobId: randomUUID() }, 3_000).map((event): StoredEvent => {
    const { seq, version } = event
    const data = { imageId: randomUUID(), src: srcOf(version), description: '', width: 4, height: 3 }
    return version === 1 ? event : Object.assign({}, event, { seq, type: 'ImageAdded', data })
  })
  await ledger.store(photos)
  await ledger.owner.query('analyze event')
})
afterAll(async () => {
  await api?.end()
  await ledger?.close()
})

test('of a company with thousands of photos any one, or none, is found without reading the others', async () => {
  for (const src of [srcOf(2), srcOf(3_000), srcOf(3_001)])
    await inCompany(api, companyId, async (client) =>
      expect(await pagesRead(client, imageReference({ companyId, src }))).toBeLessThan(20),
    )
})

test('an image is referenced in its own company alone', async () => {
  for (const version of [2, 3_000]) expect(await isReferenced(api, companyId, srcOf(version))).toBe(true)
  expect(await isReferenced(api, companyId, srcOf(3_001))).toBe(false)
  const elsewhere = randomUUID()
  expect(await isReferenced(api, elsewhere, srcOf(2))).toBe(false)
  const { text } = imageReference({ companyId, src: srcOf(2) })
  const asked = { text, values: [companyId, srcOf(2)] }
  await expect(inCompany(api, elsewhere, (client) => client.query(asked))).rejects.toThrow('of its own company')
  await expect(api.query(asked)).rejects.toThrow('of its own company')
})
