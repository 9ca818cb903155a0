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

export type Company = {
  owner: SignedIn
  jobId: string
  /** The sockets, with the newest seq of the job that each has received. */
  sockets: Map<Socket, number>
  pending: Set<PendingPush>
  /** How often its next visit was set. */
  visits: number
}
/** A command that was answered, and how many sockets do not have its change yet. */
type PendingPush = { seq: number; left: number; done(): void }

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
  const opened = people.flatMap(({ token }) => Array.from({ length: socketsOfUser }, () => openSocket(product, token)))
  await Promise.all(opened.map((one) => new Promise<void>((resolve) => one.once('connect', () => resolve()))))
  const company: Company = {
    owner,
    jobId,
    sockets: new Map(opened.map((one) => [one, 0])),
    pending: new Set(),
    visits: 0,
  }
  for (const socket of opened)
    socket.on('changed', ({ projection, seq }: Push) => {
      if (projection === 'job') receive(company, socket, seq)
    })
  return company
}

function receive({ sockets, pending }: Company, socket: Socket, seq: number) {
  const before = sockets.get(socket) ?? 0
  sockets.set(socket, seq)
  for (const one of pending) {
    if (before >= one.seq || seq < one.seq) continue
    one.left -= 1
    if (one.left === 0) one.done()
  }
}

const openSocket = ({ url }: RunningProduct, token: string) =>
  io(url, { path: paths.socket, auth: { token }, transports: ['websocket'], forceNew: true })

async function send(product: RunningProduct, { token }: SignedIn, type: string, data: object): Promise<CommandResult> {
  const commands = [{ commandId: uuid(), happenedAt: new Date().toISOString(), type, data }]
  const answer = await product.post(paths.commands, { commands }, token)
  const body = await answer.json()
  if (body.results?.[0]?.status !== 'accepted') throw new Error(`${answer.status} ${JSON.stringify(body)}`)
  return body.results[0]
}

/** The milliseconds from each response until the last of the company's sockets has the change; the companies take turns. */
export const pushTimes = (product: RunningProduct, open: readonly Company[], seconds: number) =>
  atRate(seconds, async (index) => {
    const company = open[index % open.length]
    if (!company) throw new Error('No such company')
    const { owner, jobId, sockets, pending } = company
    const visit = { nextVisitHours: 1 + (company.visits % 4), nextVisitPeople: company.visits % 5 }
    company.visits += 1
    const { seq = 0 } = await send(product, owner, 'SetNextVisit', { jobId, ...visit })
    const respondedAt = performance.now()
    const left = [...sockets.values()].filter((newest) => newest < seq).length
    if (left > 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const one = { seq, left, done: resolve }
      pending.add(one)
      await promise
      pending.delete(one)
    }
    return performance.now() - respondedAt
  })
