import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { v7 as uuid } from 'uuid'
import { printRows, type Row, row } from '#bench/harness/measure.ts'
import { type Running, start } from '#bench/harness/running-product.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import type { Push } from '#core/wire/push.ts'

const perSecond = 100
/**
 * Two rings gather for 15 ms each by design, between them the rows are folded and written, and each change goes to a hundred
 * sockets on the same machine; a bare notice does none of that in half a millisecond.
 */
const most = 100
const companies = 2
const usersOfCompany = 10
const socketsOfUser = 10

/**
 * From the answer to a command (it is committed, and its device knows) until every one of the company's 100 sockets has the
 * job as it then is, at 100 commands a second and 200 sockets. Against a bare NOTIFY that a second connection passes on to a
 * third, at the same rate. The database is migrated.
 */
export async function benchPush(databaseUrl: string, { rounds = 5, seconds = 3 } = {}): Promise<Row[]> {
  const running = await start(databaseUrl, { projector: true })
  const line = await openTwoHops(databaseUrl)
  const open: Company[] = []
  try {
    for (let count = 0; count < companies; count += 1) open.push(await openCompany(running))
    const ours: number[] = []
    const floor: number[] = []
    await oursFor(running, open, 1)
    await floorFor(line, 1)
    for (let round = 0; round < rounds; round += 1) {
      ours.push(...(await oursFor(running, open, seconds)))
      floor.push(...(await floorFor(line, seconds)))
    }
    return [
      row('commit to socket, p50', 'ms', { ours: quantile(ours, 0.5), floor: quantile(floor, 0.5), most }),
      row('commit to socket, p95', 'ms', { ours: quantile(ours, 0.95), floor: quantile(floor, 0.95), most }),
    ]
  } finally {
    for (const { sockets } of open) for (const socket of sockets) socket.close()
    await line.close()
    await running.close()
  }
}

const quantile = (figures: readonly number[], share: number) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? Number.NaN

/** Does work so many times a second, each without waiting for the last, and answers what all of them gave. */
async function atRate<T>(seconds: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const started = performance.now()
  const all: Promise<T>[] = []
  for (let index = 0; index < perSecond * seconds; index += 1) {
    await sleep(Math.max(0, started + (index * 1_000) / perSecond - performance.now()))
    all.push(work(index))
  }
  return Promise.all(all)
}

type Company = { owner: SignedIn; jobId: string; sockets: Socket[]; waiting: Set<Waiting> }
/** A command that is under way: which sockets have not shown its seq yet. */
type Waiting = { reached: Map<Socket, number>; done(): void; seq?: number }

async function openCompany(running: Running): Promise<Company> {
  const owner = await running.registerCompany()
  const people = [owner]
  while (people.length < usersOfCompany) people.push(await running.addMember(owner))
  const jobId = uuid()
  await give(running, owner, 'CreateJob', {
    jobId,
    apartmentName: '12 High Street',
    createdAt: '2026-11-20',
    tasks: [],
  })
  const waiting = new Set<Waiting>()
  const sockets = people.flatMap(({ token }) => Array.from({ length: socketsOfUser }, () => openSocket(running, token)))
  await Promise.all(sockets.map((one) => new Promise<void>((resolve) => one.once('connect', () => resolve()))))
  for (const socket of sockets) {
    socket.on('changed', ({ projection, seq }: Push) => {
      if (projection !== 'job') return
      for (const one of waiting) {
        one.reached.set(socket, seq)
        settle(one, sockets.length)
      }
    })
  }
  return { owner, jobId, sockets, waiting }
}

const openSocket = ({ url }: Running, token: string) =>
  io(url, { path: paths.socket, auth: { token }, transports: ['websocket'], forceNew: true })

function settle({ seq = Number.POSITIVE_INFINITY, reached, done }: Waiting, sockets: number) {
  if (reached.size === sockets && [...reached.values()].every((one) => one >= seq)) done()
}

async function give(running: Running, { token }: SignedIn, type: string, data: object): Promise<CommandResult> {
  const commands = [{ commandId: uuid(), happenedAt: new Date().toISOString(), type, data }]
  const { results } = await (await running.post(paths.commands, { commands }, token)).json()
  if (results[0]?.status !== 'accepted') throw new Error(JSON.stringify(results))
  return results[0]
}

/** Milliseconds from the answer to the last of the company's sockets, for each command. */
const oursFor = (running: Running, open: readonly Company[], seconds: number) =>
  atRate(seconds, async (index) => {
    const { owner, jobId, sockets, waiting } = open[index % companies] ?? {}
    if (!owner || !jobId || !sockets || !waiting) throw new Error('No such company')
    const { promise, resolve } = Promise.withResolvers<void>()
    const one: Waiting = { reached: new Map(), done: resolve }
    waiting.add(one)
    const visit = { nextVisitHours: 1 + (index % 4), nextVisitPeople: index % 5 }
    one.seq = (await give(running, owner, 'SetNextVisit', { jobId, ...visit })).seq
    const answered = performance.now()
    settle(one, sockets.length)
    await promise
    waiting.delete(one)
    return performance.now() - answered
  })

type TwoHops = { send(): Promise<number>; close(): Promise<void> }

/** One connection notifies, a second hears it and notifies again, a third hears that. */
async function openTwoHops(databaseUrl: string): Promise<TwoHops> {
  const [first, second, third] = [1, 2, 3].map(() => new pg.Client({ connectionString: databaseUrl, pipeline: true }))
  if (!first || !second || !third) throw new Error('Three connections are needed')
  const waiting = new Map<string, () => void>()
  for (const one of [first, second, third]) await one.connect()
  second.on('notification', ({ payload }) => void second.query('select pg_notify($1, $2)', ['hop_two', payload]))
  third.on('notification', ({ payload = '' }) => waiting.get(payload)?.())
  await second.query('listen hop_one')
  await third.query('listen hop_two')
  let sent = 0
  return {
    async send() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const id = String(++sent)
      waiting.set(id, resolve)
      const started = performance.now()
      await first.query('select pg_notify($1, $2)', ['hop_one', id])
      await promise
      waiting.delete(id)
      return performance.now() - started
    },
    close: async () => void (await Promise.all([first, second, third].map((one) => one.end()))),
  }
}

const floorFor = (line: TwoHops, seconds: number) => atRate(seconds, () => line.send())

if (import.meta.main) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to a database of PostgreSQL that is migrated and may be filled')
  printRows(await benchPush(url))
}
