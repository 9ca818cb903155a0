import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { printRows, type Row, row } from '#bench/harness/measure.ts'
import { memoryOf, processorTimeOf } from '#bench/harness/processor-time.ts'
import { startProduct } from '#bench/harness/running-product.ts'
import { freePort, processOf } from '#test/faults/processes.ts'
import { atRate, type Company, openCompany, pushTimes } from './push/companies.ts'
import { openRelay } from './push/relay.ts'
import { quantile } from './push.ts'

/** Milliseconds over which the cost of waiting sockets is measured. */
const idleFor = 20_000

/**
 * 10,000 sockets of 500 companies on one API: the memory of a socket and what they cost while nothing happens, against as many on a
 * bare socket.io server with the same pings; and the time from a response until the company's 20 sockets have the change, at 100
 * commands a second, against a bare two-hop NOTIFY. The database must be migrated.
 */
export async function benchSockets(
  databaseUrl: string,
  { companies = 500, users = 2, socketsOfUser = 10, seconds = 10 } = {},
): Promise<Row[]> {
  const count = companies * users * socketsOfUser
  const bare = await bareSockets(count)
  const product = await startProduct(databaseUrl, { projector: true, environment: { FETTLE_TOKEN_SECONDS: '3600' } })
  const relay = await openRelay(databaseUrl)
  const open: Company[] = []
  try {
    // The first companies warm it up.
    open.push(await openCompany(product, { users, socketsOfUser }))
    await pushTimes(product, open, 2)
    await sleep(2_000)
    const before = memoryOf(product.apiProcess())
    while (open.length < companies) open.push(await openCompany(product, { users, socketsOfUser }))
    const idle = await idleShare(product.apiProcess())
    const memory = (memoryOf(product.apiProcess()) - before) / count
    const of = `${count.toLocaleString('en-GB')} sockets`
    const waiting = [
      row(`memory of one of ${of}, with its share of the rest`, 'kB', {
        ours: memory / 1e3,
        floor: bare.memory / 1e3,
        most: 2,
      }),
      row(`an API with ${of} while nothing happens`, '% of a core', { ours: idle, floor: bare.idle, most: 1.5 }),
    ]
    printRows(waiting)
    await pushTimes(product, open, 2)
    const ours = await pushTimes(product, open, seconds)
    const floor = await atRate(seconds, () => relay.send())
    return [
      ...waiting,
      row(`commit to socket with ${of}, p50`, 'ms', {
        ours: quantile(ours, 0.5),
        floor: quantile(floor, 0.5),
        most: 8,
      }),
      row(`commit to socket with ${of}, p95`, 'ms', {
        ours: quantile(ours, 0.95),
        floor: quantile(floor, 0.95),
        most: 12,
      }),
    ]
  } finally {
    for (const { sockets } of open) for (const socket of sockets.keys()) socket.close()
    await relay.close()
    await product.close()
  }
}

/** The share of a core that a process uses, in per cent. */
async function idleShare(pid: number): Promise<number> {
  // Until everything that connecting has begun is done.
  await sleep(5_000)
  const [before, startedAt] = [processorTimeOf(pid), performance.now()]
  await sleep(idleFor)
  return ((processorTimeOf(pid) - before) / (performance.now() - startedAt)) * 1e5
}

/** What as many sockets cost on a server that does nothing else. */
async function bareSockets(count: number) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const ready = async () => (await fetch(`${url}/socket.io/?EIO=4&transport=polling`)).ok
  const server = processOf('bench/api/push/bare-sockets-main.ts', { PORT: String(port) }, ready)
  await server.start()
  const pid = server.processId() ?? 0
  const sockets: Socket[] = []
  try {
    const before = memoryOf(pid)
    while (sockets.length < count) {
      const some = Array.from({ length: 100 }, () => io(url, { transports: ['websocket'], forceNew: true }))
      await Promise.all(some.map((one) => new Promise<void>((resolve) => one.once('connect', () => resolve()))))
      sockets.push(...some)
    }
    const idle = await idleShare(pid)
    return { idle, memory: (memoryOf(pid) - before) / count }
  } finally {
    for (const socket of sockets) socket.close()
    await server.kill('SIGTERM')
  }
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to a migrated PostgreSQL database that may be filled')
  printRows(await benchSockets(url))
}
