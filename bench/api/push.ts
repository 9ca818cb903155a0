import { printRows, type Row, row } from '#bench/harness/measure.ts'
import { startProduct } from '#bench/harness/running-product.ts'
import { atRate, type Company, openCompany, pushTimes } from './push/companies.ts'
import { openRelay } from './push/relay.ts'

const companies = 2
const following = { users: 10, socketsOfUser: 10 }

/**
 * The time from the response to a command until all 100 sockets of the company have the changed job, at 100 commands a second
 * and 200 sockets. The floor is a bare NOTIFY that a second connection relays to a third, at the same rate, while the product does
 * nothing. The database must be migrated.
 */
export async function benchPush(databaseUrl: string, { rounds = 5, seconds = 3 } = {}): Promise<Row[]> {
  const product = await startProduct(databaseUrl, { projector: true })
  const relay = await openRelay(databaseUrl)
  const open: Company[] = []
  try {
    for (let count = 0; count < companies; count += 1) open.push(await openCompany(product, following))
    const ours: number[] = []
    const floor: number[] = []
    await pushTimes(product, open, 1)
    await atRate(1, () => relay.send())
    for (let round = 0; round < rounds; round += 1) {
      ours.push(...(await pushTimes(product, open, seconds)))
      floor.push(...(await atRate(seconds, () => relay.send())))
    }
    return [
      row('commit to socket, p50', 'ms', { ours: quantile(ours, 0.5), floor: quantile(floor, 0.5), most: 8 }),
      row('commit to socket, p95', 'ms', { ours: quantile(ours, 0.95), floor: quantile(floor, 0.95), most: 12 }),
    ]
  } finally {
    for (const { sockets } of open) for (const socket of sockets.keys()) socket.close()
    await relay.close()
    await product.close()
  }
}

export const quantile = (figures: readonly number[], share: number) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? Number.NaN

if (import.meta.main) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to a migrated PostgreSQL database that may be filled')
  printRows(await benchPush(url))
}
