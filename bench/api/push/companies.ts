import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { v7 as uuid } from 'uuid'
import type { RunningProduct } from '#bench/harness/running-product.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import type { Push } from '#core/wire/push.ts'

const perSecond = 100

/** Starts `work` at a fixed rate without pending for earlier calls. Returns all results. */
export async function atRate<T>(seconds: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const started = performance.now()
  const all: Promise<T>[] = []
  for (let index = 0; index < perSecond * seconds; index += 1) {
    await sleep(Math.max(0, started + (index * 1_000) / perSecond - performance.now()))
    all.push(work(index))
  }
  return Promise.all(all)
}

export type Company = { owner: SignedIn; jobId: string; sockets: Socket[]; pending: Set<PendingPush> }
/** A command in flight, with the newest seq that each socket has received. */
type PendingPush = { reached: Map<Socket, number>; done(): void; seq?: number }

export type Following = { users: number; socketsOfUser: number }

/** A company with a job, whose people follow it, each with some sockets. */
export async function openCompany(product: RunningProduct, { users, socketsOfUser }: Following): Promise<Company> {
  const owner = await product.registerCompany()
  const people = [owner]
  while (people.length < users) people.push(await product.addMember(owner))
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

/** The milliseconds from each response until the last of the company's sockets has the change; the companies take turns. */
export const pushTimes = (product: RunningProduct, open: readonly Company[], seconds: number) =>
  atRate(seconds, async (index) => {
    const { owner, jobId, sockets, pending } = open[index % open.length] ?? {}
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
