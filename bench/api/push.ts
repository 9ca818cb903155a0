import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { v7 as uuid } from 'uuid'
import { printRows, type Row, row } from '#bench/harness/measure.ts'
import { type RunningProduct, startProduct } from '#bench/harness/running-product.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import type { Push } from '#core/wire/push.ts'

const perSecond = 100
/**
 * Notifications are batched for 15 ms twice by design. In between, rows are folded and written, and each change goes to a
 * hundred sockets on the same machine; a bare notification does none of that and takes half a millisecond.
 */
const most = 100
const companies = 2
const usersOfCompany = 10
const socketsOfUser = 10

/**
 * The time from the response to a command until all 100 sockets of the company have the changed job, at 100 commands a second
 * and 200 sockets. The floor is a bare NOTIFY that a second connection relays to a third, at the same rate. The database must
 * be migrated.
 */
export async function benchPush(databaseUrl: string, { rounds = 5, seconds = 3 } = {}): Promise<Row[]> {
  const product = await startProduct(databaseUrl, { projector: true })
  const relay = await openRelay(databaseUrl)
  const open: Company[] = []
  try {
    for (let count = 0; count < companies; count += 1) open.push(await openCompany(product))
    const ours: number[] = []
    const floor: number[] = []
    await oursFor(product, open, 1)
    await floorFor(relay, 1)
    for (let round = 0; round < rounds; round += 1) {
      ours.push(...(await oursFor(product, open, seconds)))
      floor.push(...(await floorFor(relay, seconds)))
    }
    return [
      row('commit to socket, p50', 'ms', { ours: quantile(ours, 0.5), floor: quantile(floor, 0.5), most }),
      row('commit to socket, p95', 'ms', { ours: quantile(ours, 0.95), floor: quantile(floor, 0.95), most }),
    ]
  } finally {
    for (const { sockets } of open) for (const socket of sockets) socket.close()
    await relay.close()
    await product.close()
  }
}

const quantile = (figures: readonly number[], share: number) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? Number.NaN

/** Starts `work` at a fixed rate without pending for earlier calls. Returns all results. */
async function atRate<T>(seconds: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const started = performance.now()
  const all: Promise<T>[] = []
  for (let index = 0; index < perSecond * seconds; index += 1) {
    await sleep(Math.max(0, started + (index * 1_000) / perSecond - performance.now()))
    all.push(work(index))
  }
  return Promise.all(all)
}

type Company = { owner: SignedIn; jobId: string; sockets: Socket[]; pending: Set<PendingPush> }
/** A command in flight, with the newest seq that each socket has received. */
type PendingPush = { reached: Map<Socket, number>; done(): void; seq?: number }

async function openCompany(product: RunningProduct): Promise<Company> {
  const owner = await product.registerCompany()
  const people = [owner]
  while (people.length < usersOfCompany) people.push(await product.addMember(owner))
  const jobId = uuid()
  await send(product, owner, 'CreateJob', {
    jobId,
    apartmentName: '12 High Street',
    createdAt: '2026-11-20',
    tasks: [],
  })
  const pending = new Set<PendingPush>()
  const sockets = people.flatMap(({ token }) => Array.from({ length: socketsOfUser }, () => openSocket(product, token)))
  await Promise.all(sockets.map((one) => new Promise<void>((resolve) => one.once('connect', () => resolve()))))
  for (const socket of sockets) {
    socket.on('changed', ({ projection, seq }: Push) => {
      if (projection !== 'job') return
      for (const one of pending) {
        one.reached.set(socket, seq)
        settle(one, sockets.length)
      }
    })
  }
  return { owner, jobId, sockets, pending }
}

const openSocket = ({ url }: RunningProduct, token: string) =>
  io(url, { path: paths.socket, auth: { token }, transports: ['websocket'], forceNew: true })

function settle({ seq = Number.POSITIVE_INFINITY, reached, done }: PendingPush, sockets: number) {
  if (reached.size === sockets && [...reached.values()].every((one) => one >= seq)) done()
}

async function send(product: RunningProduct, { token }: SignedIn, type: string, data: object): Promise<CommandResult> {
  const commands = [{ commandId: uuid(), happenedAt: new Date().toISOString(), type, data }]
  const { results } = await (await product.post(paths.commands, { commands }, token)).json()
  if (results[0]?.status !== 'accepted') throw new Error(JSON.stringify(results))
  return results[0]
}

/** The milliseconds from each response until the last of the company's sockets has the change. */
const oursFor = (product: RunningProduct, open: readonly Company[], seconds: number) =>
  atRate(seconds, async (index) => {
    const { owner, jobId, sockets, pending } = open[index % companies] ?? {}
    if (!owner || !jobId || !sockets || !pending) throw new Error('No such company')
    const { promise, resolve } = Promise.withResolvers<void>()
    const one: PendingPush = { reached: new Map(), done: resolve }
    pending.add(one)
    const visit = { nextVisitHours: 1 + (index % 4), nextVisitPeople: index % 5 }
    one.seq = (await send(product, owner, 'SetNextVisit', { jobId, ...visit })).seq
    const respondedAt = performance.now()
    settle(one, sockets.length)
    await promise
    pending.delete(one)
    return performance.now() - respondedAt
  })

type Relay = { send(): Promise<number>; close(): Promise<void> }

/** One connection notifies a second, which notifies a third. */
async function openRelay(databaseUrl: string): Promise<Relay> {
  const [first, second, third] = [1, 2, 3].map(() => new pg.Client({ connectionString: databaseUrl, pipeline: true }))
  if (!first || !second || !third) throw new Error('Three connections are needed')
  const pending = new Map<string, () => void>()
  for (const one of [first, second, third]) await one.connect()
  second.on('notification', ({ payload }) => void second.query('select pg_notify($1, $2)', ['hop_two', payload]))
  third.on('notification', ({ payload = '' }) => pending.get(payload)?.())
  await second.query('listen hop_one')
  await third.query('listen hop_two')
  let sent = 0
  return {
    async send() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const id = String(++sent)
      pending.set(id, resolve)
      const started = performance.now()
      await first.query('select pg_notify($1, $2)', ['hop_one', id])
      await promise
      pending.delete(id)
      return performance.now() - started
    },
    close: async () => void (await Promise.all([first, second, third].map((one) => one.end()))),
  }
}

const floorFor = (relay: Relay, seconds: number) => atRate(seconds, () => relay.send())

if (import.meta.main) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to a migrated PostgreSQL database that may be filled')
  printRows(await benchPush(url))
}
