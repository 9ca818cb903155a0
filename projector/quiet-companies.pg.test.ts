import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projections } from '#core/projections.ts'
import { freePort, type Process, processOf } from '#test/processes.ts'
import { openTestLedger, sampleHistory } from '#test/stored-history.ts'
import { projectionStatus } from './status.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
let projector: Process
let metrics: string
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
  metrics = `http://127.0.0.1:${port}/metrics`
  projector = processOf(
    fileURLToPath(new URL('main.ts', import.meta.url)),
    { DATABASE_URL: ledger.url, FETTLE_METRICS_PORT: String(port) },
    async () => (await fetch(metrics)).ok,
  )
  await projector.start()
})
afterAll(async () => {
  await projector.kill('SIGTERM')
  await ledger.close()
})

/** Seconds of a core that the process has used by its own account. */
async function used(): Promise<number> {
  const text = await (await fetch(metrics)).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1])
}

test('with ten thousand quiet companies a projector that has nothing to do takes less than 2 % of a core', async () => {
  // It looks through all of them when it begins.
  await sleep(5_000)
  const [before, began] = [await used(), performance.now()]
  await sleep(10_000)
  expect((await used()) - before).toBeLessThan(0.02 * ((performance.now() - began) / 1_000))
})

test('what is written in one of them is projected within a second although nobody rings', async () => {
  const { rows: some } = await ledger.owner.query<{ companyId: string; seq: number }>(
    'select company_id "companyId", seq from company_head order by random() limit 3',
  )
  for (const { companyId, seq } of some) {
    const written = performance.now()
    await ledger.store(
      sampleHistory(91, 5).map((event) => ({
        ...event,
        companyId,
        seq: seq + event.seq,
        streamId: event.stream === 'company' ? companyId : event.streamId,
      })),
    )
    const seqs = async () => new Set((await projectionStatus(ledger.pool, companyId)).map((one) => one.seq))
    await expect.poll(seqs, { interval: 10 }).toEqual(new Set([seq + 5]))
    expect(performance.now() - written).toBeLessThan(1_000)
  }
})
