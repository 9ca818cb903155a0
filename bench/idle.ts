import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { projections } from '#core/projections.ts'
import { median, type Row, row } from './measure.ts'
import { startProjectors } from './projectors.ts'

const companies = 10_000
const windows = 5
const windowLength = 10_000

/** How much of a core a projector process takes that has nothing to do, with ten thousand quiet companies: against 2 %. */
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
  const projectors = await startProjectors(databaseUrl, 1)
  try {
    // It looks through all of them when it begins.
    await sleep(windowLength)
    const shares: number[] = []
    for (let nth = 0; nth < windows; nth += 1) shares.push(await shareOf(projectors.used))
    return [
      row('a projector beside 10,000 quiet companies', '% of a core', { ours: median(shares), floor: 2, most: 1 }),
    ]
  } finally {
    await projectors.stop()
  }
}

async function shareOf(used: () => number[]): Promise<number> {
  const [before] = used()
  const began = performance.now()
  await sleep(windowLength)
  const [after] = used()
  return (((after ?? 0) - (before ?? 0)) / (performance.now() - began)) * 100_000
}
