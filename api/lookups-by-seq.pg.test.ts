import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashInputsQuery } from '#api/history/hash-inputs.ts'
import { checkpointsOfCompany } from '#api/projections/checkpoints-of-company.ts'
import { chainedEventsQuery } from '#api/proof/chained-events.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'
import type { Query } from '#ledger/database/statement.ts'
import { pagesRead } from '#test/database/pages-read.ts'
import { longJob } from '#test/histories/long-job.ts'
import { openTestLedger } from '#test/histories/stored-history.ts'

/**
 * The versions of PostgreSQL differ in what they look up by an index behind row-level security, so this test holds something on each
 * of them: the suite has to run on the oldest, too.
 */

let ledger: Awaited<ReturnType<typeof openTestLedger>>
let api: pg.Pool
const [companyId, jobId] = [randomUUID(), randomUUID()]
/** Events of a job that lie far apart among those of another. */
const seqs = [1, 301, 601, 901, 1_201, 1_501, 1_801, 2_101, 2_401, 2_701]
beforeAll(async () => {
  ledger = await openTestLedger()
  api = connect(ledger.url, 'fettle_api', { max: 1 })
  const own = longJob({ companyId, jobId }, seqs.length)
  const others = longJob({ companyId, jobId: randomUUID() }, 3_000)
  await ledger.store(others.map((other) => ({ ...(own[seqs.indexOf(other.seq)] ?? other), seq: other.seq })))
  await ledger.owner.query(
    `insert into checkpoint (company_id, projection, generation, version, status, seq)
    select $1, 'projection ' || one, 1, 1, 'live', one * 260 from generate_series(1, 10) one`,
    [companyId],
  )
  await ledger.owner.query('analyze event, checkpoint')
})
afterAll(async () => {
  await api?.end()
  await ledger?.close()
})

test('the events before or after some others are looked up one by one, without reading the rest of their company', async () => {
  const found = <Row extends { seq: number }>(query: Query<Row>) =>
    inCompany(api, companyId, async (client) => {
      const { rows } = await client.query<Row>(query)
      expect(await pagesRead(client, query), query.name).toBeLessThan(100)
      return rows
    })
  const job = await found(chainedEventsQuery(companyId, jobId))
  expect(job.map((one) => one.seq)).toEqual(seqs)
  expect(job.map((one) => one.previous !== null)).toEqual(seqs.map((seq) => seq > 1))
  expect((await found(hashInputsQuery(companyId, seqs))).map((one) => one.seq)).toEqual(seqs)
  const checkpoints = await found(checkpointsOfCompany({ companyId }))
  expect(checkpoints.map((one) => Date.parse(one.next_at ?? '') / 3_600_000)).toEqual(
    checkpoints.map((one) => Date.UTC(2024, 0, 1) / 3_600_000 + one.seq),
  )
})
