import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { readDashboard } from '#api/reads/dashboard.ts'
import { readJobs } from '#api/reads/jobs/jobs.ts'
import { alternate, median, medianTime, printRows, type Row, rate, row } from '#bench/harness/measure.ts'
import { processorTimeOf } from '#bench/harness/processor-time.ts'
import { type RunningProduct, startProduct } from '#bench/harness/running-product.ts'
import { type Bell, openBell } from '#ledger/database/bell.ts'
import { connect } from '#ledger/database/connect.ts'
import { append } from '#ledger/log/append.ts'
import { type GrownLedger, growLedger, untilFolded, working } from './grown-ledger.ts'

const connections = 16
const idleLength = 20_000
/** How much more anything may cost with a hundred times the companies. */
const most = 1.2

type Options = { rounds?: number; seconds?: number; reads?: number; scales?: readonly number[] }

/**
 * What the same company costs beside 200, 2,000 and 20,000 companies of a realistic spread of sizes, with 250 events each on average:
 * an append, the first page of jobs, the dashboard, the bell from a commit to folded rows, and the whole product while nothing
 * happens, with its sessions of the database. Each in turns, against the smallest.
 */
export async function benchGrowth(
  databaseUrl: string,
  { rounds = 5, seconds = 3, reads = 300, scales = [200, 2_000, 20_000] }: Options = {},
): Promise<Row[]> {
  const ledgers: GrownLedger[] = []
  for (const companies of scales) ledgers.push(await growLedger(databaseUrl, companies))
  const inTurns = (contestant: (ledger: GrownLedger) => () => Promise<number>) =>
    alternate(Object.fromEntries(ledgers.map((one) => [one.companies, contestant(one)])), rounds)
  const pools = new Map(ledgers.map((one) => [one, connect(one.url, 'fettle_api', { max: connections })]))
  const poolOf = (ledger: GrownLedger) => pools.get(ledger) ?? connect(ledger.url, 'fettle_api')
  const timed = (read: (pool: pg.Pool, companyId: string) => Promise<unknown>) => (ledger: GrownLedger) => () =>
    medianTime(reads, () => read(poolOf(ledger), anyOf(ledger)))
  const rows: Row[] = []
  try {
    rows.push(...rowsOf('an append', 'ms', await inTurns((one) => () => appendTime(poolOf(one), one, seconds))))
    rows.push(...rowsOf('first page', 'ms', await inTurns(timed((pool, id) => readJobs(pool, id, 'office', {})))))
    rows.push(...rowsOf('dashboard', 'ms', await inTurns(timed((pool, id) => readDashboard(pool, id, new Date())))))
  } finally {
    await Promise.all([...pools.values()].map((one) => one.end()))
  }
  return [...rows, ...(await besideProduct(ledgers, rounds))]
}

/** What is measured while API and projector run on each ledger. */
async function besideProduct(ledgers: readonly GrownLedger[], rounds: number): Promise<Row[]> {
  const products: RunningProduct[] = []
  try {
    for (const { url } of ledgers) products.push(await startProduct(url, { projector: true }))
    for (const { url } of ledgers) await working(url, untilFolded)
    const bells = await alternate(
      Object.fromEntries(ledgers.map((one) => [one.companies, () => bellTime(one, 100)])),
      rounds,
    )
    return [
      ...rowsOf('commit to folded rows', 'ms', bells),
      ...rowsOf('idle, with its sessions of the database', '% of a core', await idleCosts(ledgers, products, rounds)),
    ]
  } finally {
    for (const one of products) await one.close()
  }
}

function rowsOf(name: string, unit: string, figures: Record<string, number>): Row[] {
  const [[, floor], ...others] = Object.entries(figures) as [[string, number], ...[string, number][]]
  return others.map(([companies, ours]) =>
    row(`${name}, ${Number(companies).toLocaleString('en-GB')} companies`, unit, { ours, floor, most }),
  )
}

const anyOf = ({ typical }: GrownLedger): string => typical[Math.floor(Math.random() * typical.length)] ?? ''

/** Of 16 writers at once, the milliseconds that each append keeps one of them. */
const appendTime = async (pool: pg.Pool, ledger: GrownLedger, seconds: number): Promise<number> =>
  (connections * 1_000) / (await rate(() => createJob(pool, anyOf(ledger)), { workers: connections, seconds }))

async function createJob(pool: pg.Pool, companyId: string) {
  const data = { apartmentName: '12 High Street', createdAt: '2026-11-20', jobPriority: 1, tasks: [] }
  const { outcome } = await append(pool, {
    companyId,
    commandId: uuid(),
    request: randomBytes(32),
    stream: 'job',
    streamId: uuid(),
    expectedVersion: 0,
    actorId: uuid(),
    actorRole: 'admin',
    happenedAt: '2026-11-20T09:00:00.000Z',
    clock: 'device',
    events: [{ type: 'JobCreated', data }],
  })
  if (outcome !== 'appended') throw new Error(`The append returned ${outcome}`)
}

/** The median time from a commit, and the bell after it, until the projector rings that it is folded. */
async function bellTime(ledger: GrownLedger, times: number): Promise<number> {
  const pool = connect(ledger.url, 'fettle_api', { max: 1 })
  const bell = openBell(ledger.url)
  try {
    const heard = listening(bell)
    await createJob(pool, anyOf(ledger))
    await wait(500)
    const figures: number[] = []
    while (figures.length < times) {
      const companyId = anyOf(ledger)
      await createJob(pool, companyId)
      const begun = performance.now()
      const folded = heard(companyId)
      bell.ring('fettle_appended', [companyId])
      await folded
      figures.push(performance.now() - begun)
    }
    return median(figures)
  } finally {
    await bell.close()
    await pool.end()
  }
}

/** Resolves with the next notice that a company was folded. */
function listening(bell: Bell): (companyId: string) => Promise<void> {
  let waiting: { companyId: string; done(): void } | undefined
  bell.listen('fettle_projected', (companyIds) => {
    if (waiting && companyIds.includes(waiting.companyId)) waiting.done()
  })
  return (companyId) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting = { companyId, done: resolve }
    return promise
  }
}

/** The median shares of a core that the products use over the same periods, with the database's processes that serve them. */
async function idleCosts(ledgers: readonly GrownLedger[], products: readonly RunningProduct[], rounds: number) {
  const shares: number[][] = ledgers.map(() => [])
  const used = () =>
    Promise.all(
      ledgers.map(async ({ url }, nth) => timesOf([...(products[nth]?.processes() ?? []), ...(await sessionsOf(url))])),
    )
  // What a start and the last writes leave to be done.
  await wait(2 * idleLength)
  for (let round = 0; round < rounds; round += 1) {
    const [before, begun] = [await used(), performance.now()]
    await wait(idleLength)
    const [after, milliseconds] = [await used(), performance.now() - begun]
    after.forEach((times, nth) => {
      // Pools close sessions that were not needed and open others.
      const seconds = [...times].reduce((sum, [pid, time]) => sum + time - (before[nth]?.get(pid) ?? 0), 0)
      shares[nth]?.push((seconds / milliseconds) * 1e5)
    })
  }
  return Object.fromEntries(ledgers.map(({ companies }, nth) => [companies, median(shares[nth] ?? [])]))
}

const timesOf = (processes: readonly number[]) => new Map(processes.map((one) => [one, processorTimeOf(one)]))

/** The processes that serve the sessions of a database. */
const sessionsOf = (url: string): Promise<number[]> =>
  working(url, async (owner) => {
    const { rows } = await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return rows.map((one) => one.pid)
  })

if (import.meta.main) {
  const [url, scales = '200,2000,20000'] = [process.env.DATABASE_URL, process.argv[2]]
  if (!url) throw new Error('Set DATABASE_URL to a migrated PostgreSQL database that may be filled')
  printRows(await benchGrowth(url, { scales: scales.split(',').map(Number), rounds: Number(process.argv[3] ?? 5) }))
}
