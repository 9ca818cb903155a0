import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { chainLedger } from '#bench/harness/chain-ledger.ts'
import { eventsPerJob, fillLedger } from '#bench/harness/fill-ledger.ts'
import { alternate, type Row, row } from '#bench/harness/measure.ts'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'

/** Verifies every event of 10 companies in one process, against 50,000 events a second and against reading the rows with COPY. */
export async function benchVerify(databaseUrl: string, { rounds = 3, events = 200_000 } = {}): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  const pool = connect(databaseUrl, 'fettle_projector', { queryTimeout: 60_000 })
  await owner.connect()
  try {
    await fillLedger(owner, companies, events / companies / eventsPerJob)
    await chainLedger(owner)
    const { ours, copy } = await alternate(
      {
        copy: () => perSecond(events, () => copyOut(owner)),
        ours: () => perSecond(events, () => verifyAll(pool, events)),
      },
      rounds,
    )
    return [
      row('verify against 50,000 events/s', 'events/s', { ours, floor: 50_000, least: 1 }),
      row('verify against COPY TO STDOUT', 'events/s', { ours, floor: copy, least: 0.15 }),
    ]
  } finally {
    await Promise.all([owner.end(), pool.end()])
  }
}

const companies = 10

async function perSecond(events: number, work: () => Promise<void>) {
  const start = performance.now()
  await work()
  return (events * 1_000) / (performance.now() - start)
}

async function copyOut(owner: pg.Client) {
  let bytes = 0
  for await (const chunk of owner.query(copyTo('copy event to stdout'))) bytes += chunk.length
  if (bytes === 0) throw new Error('There are no events')
}

async function verifyAll(pool: pg.Pool, events: number) {
  const found = await verifyLedger(pool)
  const verified = found.reduce((sum, one) => sum + one.events, 0)
  if (verified !== events || found.some((one) => one.fault)) throw new Error('A ledger is not intact')
}
