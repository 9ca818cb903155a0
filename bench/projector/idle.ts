import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { median, type Row, row } from '#bench/harness/measure.ts'
import { type MeasuredProcesses, startBarePoller, startProjectors } from '#bench/harness/measured-processes.ts'
import { projections } from '#core/projections/projections.ts'

const companies = 10_000
const windows = 5
const windowLength = 10_000

/**
 * The share of a core that an idle projector uses with ten thousand inactive companies, compared with a limit of 2% and with
 * a process that only polls the database equally often, since waking up is most of the cost.
 */
export async function benchIdle(databaseUrl: string): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    await owner.query(
      'insert into company_head (company_id, seq) select gen_random_uuid(), 100 + n % 900 from generate_series(1, $1::int) n',
      [companies],
    )
    await owner.query(
      `insert into checkpoint (company_id, projection, generation, version, seq, status)
        select company_id, projection, 1, version, seq, 'live'
        from company_head, unnest($1::text[], $2::int[]) known (projection, version)`,
      [projections.map((one) => one.name), projections.map((one) => one.version)],
    )
    await owner.query('vacuum (analyze) company_head, checkpoint')
  } finally {
    await owner.end()
  }
  const bare = await startBarePoller(databaseUrl)
  const projectors = await startProjectors(databaseUrl, 1)
  try {
    // The projector scans all companies when it starts.
    await sleep(windowLength)
    const shares: { ours: number; floor: number }[] = []
    for (let nth = 0; nth < windows; nth += 1) shares.push(await sharesOf(projectors, bare))
    const ours = median(shares.map((one) => one.ours))
    const floor = median(shares.map((one) => one.floor))
    return [
      row('a projector with 10,000 quiet companies against 2 %', '% of a core', { ours, floor: 2, most: 1 }),
      row('the same against a process that polls as often', '% of a core', { ours, floor, most: 3 }),
    ]
  } finally {
    await Promise.all([projectors.stop(), bare.stop()])
  }
}

/** The share of a core each process uses over the same period, in per cent. */
async function sharesOf(projectors: MeasuredProcesses, bare: MeasuredProcesses) {
  const used = () => [projectors.processorTime()[0] ?? 0, bare.processorTime()[0] ?? 0] as const
  const [before, startedAt] = [used(), performance.now()]
  await sleep(windowLength)
  const [after, seconds] = [used(), (performance.now() - startedAt) / 1_000]
  return { ours: ((after[0] - before[0]) / seconds) * 100, floor: ((after[1] - before[1]) / seconds) * 100 }
}
