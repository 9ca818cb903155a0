import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { median, type Row, row } from '#bench/harness/measure.ts'
import { type Measured, startBareAsker, startProjectors } from '#bench/harness/measured-processes.ts'
import { projections } from '#core/projections/projections.ts'

const companies = 10_000
const windows = 5
const windowLength = 10_000

/**
 * How much of a core a projector process takes that has nothing to do, with ten thousand quiet companies: against 2 %, and against
 * a process that asks the database as often and does nothing else, as to wake is what costs most.
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
  const bare = await startBareAsker(databaseUrl)
  const projectors = await startProjectors(databaseUrl, 1)
  try {
    // It looks through all of them when it begins.
    await sleep(windowLength)
    const shares: { ours: number; floor: number }[] = []
    for (let nth = 0; nth < windows; nth += 1) shares.push(await sharesOf(projectors, bare))
    const ours = median(shares.map((one) => one.ours))
    const floor = median(shares.map((one) => one.floor))
    return [
      row('a projector beside 10,000 quiet companies against 2 %', '% of a core', { ours, floor: 2, most: 1 }),
      row('the same against a process that asks as often', '% of a core', { ours, floor, most: 3 }),
    ]
  } finally {
    await Promise.all([projectors.stop(), bare.stop()])
  }
}

/** In per cent, of the same seconds. */
async function sharesOf(projectors: Measured, bare: Measured) {
  const used = () => [projectors.used()[0] ?? 0, bare.used()[0] ?? 0] as const
  const [before, began] = [used(), performance.now()]
  await sleep(windowLength)
  const [after, seconds] = [used(), (performance.now() - began) / 1_000]
  return { ours: ((after[0] - before[0]) / seconds) * 100, floor: ((after[1] - before[1]) / seconds) * 100 }
}
