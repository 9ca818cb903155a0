import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres } from '#cli/database/embedded-postgres.ts'
import { openServiceLogins, serviceAddress } from '#cli/database/service-logins.ts'
import { migrate } from '#migrations/migrate.ts'
import { benchAddressBook } from './api/address-book.ts'
import { benchBell } from './api/bell.ts'
import { benchCommands } from './api/commands.ts'
import { benchDoors } from './api/door.ts'
import { benchEvidence } from './api/evidence.ts'
import { benchHistory } from './api/history.ts'
import { benchIdleProduct } from './api/idle-product.ts'
import { benchJobHistory } from './api/job-history.ts'
import { benchNeighbours } from './api/neighbours.ts'
import { benchPages } from './api/pages.ts'
import { benchPastJob } from './api/past-job.ts'
import { benchPush } from './api/push.ts'
import { benchSockets } from './api/sockets.ts'
import { benchStart } from './api/start.ts'
import { benchGrowth } from './growth/growth.ts'
import { printRows, type Row } from './harness/measure.ts'
import { benchAppend } from './ledger/append.ts'
import { benchVerify } from './ledger/verify.ts'
import { benchIdle } from './projector/idle.ts'
import { benchReplay } from './projector/replay.ts'
import { benchBoard } from './screens/board.ts'
import { benchSmoothness } from './screens/smoothness.ts'
import { benchTaps } from './screens/taps.ts'

/** Each figure is compared with a floor or peer, measured alternately in the same run. Each benchmark gets a fresh database. */
const benches: Record<string, (databaseUrl: string) => Promise<Row[]>> = {
  append: benchAppend,
  commands: benchCommands,
  door: (databaseUrl) => benchDoors(databaseUrl),
  replay: benchReplay,
  idle: benchIdle,
  'idle-product': () => benchIdleProduct(),
  verify: benchVerify,
  pages: benchPages,
  'address-book': (databaseUrl) => benchAddressBook(databaseUrl),
  history: (databaseUrl) => benchHistory(databaseUrl),
  'job-history': (databaseUrl) => benchJobHistory(databaseUrl),
  'past-job': (databaseUrl) => benchPastJob(databaseUrl),
  evidence: () => benchEvidence(),
  neighbours: (databaseUrl) => benchNeighbours(databaseUrl),
  start: () => benchStart(),
  push: benchPush,
  bell: (databaseUrl) => benchBell(databaseUrl),
  sockets: (databaseUrl) => benchSockets(databaseUrl),
  growth: (databaseUrl) => benchGrowth(databaseUrl),
  smoothness: benchSmoothness,
  board: benchBoard,
  taps: benchTaps,
}

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !Object.hasOwn(benches, name))
if (unknown) throw new Error(`There is no benchmark '${unknown}'. Choose from: ${Object.keys(benches).join(', ')}`)

// The peers have dependencies that the product does not need.
execFileSync('npm', ['ci', '--prefix', join(import.meta.dirname, 'peers'), '--silent'], { stdio: 'inherit' })
const folder = await mkdtemp(join(tmpdir(), 'fettle-bench-'))
const server = await openPostgres(folder)
await openServiceLogins(server.url, serviceAddress(server.url), { isOurs: true })
const rows: Row[] = []
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    process.stdout.write(`${name} ...\n`)
    const measured = await onFreshDatabase(bench)
    printRows(measured)
    rows.push(...measured)
  }
} finally {
  await server.close()
  await rm(folder, { recursive: true, force: true })
}
process.stdout.write('\nAll results\n')
printRows(rows)
if (rows.some((row) => !row.met)) process.exitCode = 1

async function onFreshDatabase(bench: (databaseUrl: string) => Promise<Row[]>): Promise<Row[]> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  const owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
  try {
    await owner.query(`create database ${name}`)
    const url = new URL(server.url)
    url.pathname = `/${name}`
    await migrate(url.href)
    return await bench(url.href)
  } finally {
    await owner.end()
  }
}
