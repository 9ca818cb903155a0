import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projections } from '#core/projections/projections.ts'
import { projectionStatus } from '#projector/status.ts'
import { freePort, type Process, processOf } from '#test/faults/processes.ts'
import { openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
let projector: Process
beforeAll(async () => {
  ledger = await openTestLedger()
  await ledger.owner.query(
    'insert into company_head (company_id, seq) select gen_random_uuid(), 100 + n % 900 from generate_series(1, 10000) n',
  )
  await ledger.pool.query(
    `insert into checkpoint (company_id, projection, generation, version, seq, status)
      select company_id, projection, 1, version, seq, 'live'
      from company_head, unnest($1::text[], $2::int[]) known (projection, version)`,
    [projections.map((one) => one.name), projections.map((one) => one.version)],
  )
  await ledger.owner.query('vacuum (analyze) company_head, checkpoint')
  const port = await freePort()
  const metrics = `http://127.0.0.1:${port}/metrics`
  projector = processOf(
    fileURLToPath(new URL('../main.ts', import.meta.url)),
    { DATABASE_URL: ledger.url, FETTLE_METRICS_PORT: String(port) },
    async () => (await fetch(metrics)).ok,
  )
  await projector.start()
})
afterAll(async () => {
  await projector.kill('SIGTERM')
  await ledger.close()
})

/** The database's statistics so far: transactions and rows read. Every connection reports them once a second. */
async function databaseActivity(): Promise<{ transactions: number; rows: number }> {
  const { rows } = await ledger.owner.query<{ transactions: number; rows: number }>(
    'select xact_commit transactions, tup_returned + tup_fetched rows from pg_stat_database where datname = current_database()',
  )
  return rows[0] ?? { transactions: 0, rows: 0 }
}

/** The same over five seconds in which nothing happens. */
async function askedMeanwhile() {
  const before = await databaseActivity()
  await sleep(5_000)
  const after = await databaseActivity()
  return { transactions: after.transactions - before.transactions, rows: after.rows - before.rows }
}

test('with ten thousand quiet companies an idle projector only polls one sum over them', async () => {
  // It reads all of their 120,000 checkpoints at the start and then every half minute.
  const quiet = async () => {
    const { transactions, rows } = await askedMeanwhile()
    return transactions < 40 && rows < 110_000
  }
  await expect.poll(quiet).toBe(true)
})

test('an event in one of them is projected at the next poll, even without a ring', async () => {
  const { rows: some } = await ledger.owner.query<{ companyId: string; seq: number }>(
    'select company_id "companyId", seq from company_head order by random() limit 3',
  )
  for (const { companyId, seq } of some) {
    await ledger.store(
      sampleHistory(91, 5).map((event) => ({
        ...event,
        companyId,
        seq: seq + event.seq,
        streamId: event.stream === 'company' ? companyId : event.streamId,
      })),
    )
    const seqs = async () => new Set((await projectionStatus(ledger.pool, companyId)).map((one) => one.seq))
    // The poll's ten seconds suffice: without the sum it would take until the next look at all checkpoints, half a minute.
    await expect.poll(seqs).toEqual(new Set([seq + 5]))
  }
})
