import { io, type Socket } from 'socket.io-client'
import { v7 as uuid } from 'uuid'
import { printRows, type Row, row } from '#bench/harness/measure.ts'
import { type RunningProduct, startProduct } from '#bench/harness/running-product.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import type { UnreadAnswer } from '#core/wire/jobs/notifications.ts'
import { paths } from '#core/wire/paths.ts'
import type { Push } from '#core/wire/push.ts'
import { quantile } from './push.ts'

/**
 * The time from the response to a command of a worker until the office's bell counts what it tells, on a connected phone, one command after
 * another. Beside it the push of the job's row to the same socket. The database must be migrated.
 */
export async function benchBell(databaseUrl: string, { warmUp = 10, times = 150 } = {}): Promise<Row[]> {
  const product = await startProduct(databaseUrl, { projector: true })
  const owner = await product.registerCompany()
  const worker = await product.addMember(owner, 'team')
  const phone = io(product.url, {
    path: paths.socket,
    auth: { token: owner.token },
    transports: ['websocket'],
    forceNew: true,
  })
  try {
    await new Promise<void>((resolve) => phone.once('connect', () => resolve()))
    const bell: number[] = []
    const pushed: number[] = []
    for (let count = 0; count < warmUp + times; count += 1) {
      const one = await timeOfNews(product, phone, { owner, worker })
      if (count < warmUp) continue
      bell.push(one.bell)
      pushed.push(one.pushed)
    }
    return [
      row('commit to bell, p50', 'ms', { ours: quantile(bell, 0.5), floor: quantile(pushed, 0.5), most: 4 }),
      row('commit to bell, p95', 'ms', { ours: quantile(bell, 0.95), floor: quantile(pushed, 0.95), most: 4 }),
    ]
  } finally {
    phone.close()
    await product.close()
  }
}

type People = { owner: SignedIn; worker: SignedIn }

/** The milliseconds from the response until the bell has it, and until the row has come; what came before the response took none. */
async function timeOfNews(product: RunningProduct, phone: Socket, { owner, worker }: People) {
  const jobId = uuid()
  const job = { jobId, apartmentName: '12 High Street', createdAt: '2026-11-20', tasks: [] }
  await send(product, owner, 'CreateJob', job)
  const unread = await readUnread(product, owner)
  const rang = Promise.withResolvers<number>()
  const came = Promise.withResolvers<number>()
  const onUnread = (told: UnreadAnswer) => told.unread > unread && rang.resolve(performance.now())
  const seqs = new Map<number, number>()
  let wanted: number | undefined
  const onChanged = ({ projection, seq }: Push) => {
    if (projection !== 'job') return
    seqs.set(seq, performance.now())
    if (wanted !== undefined && seq >= wanted) came.resolve(performance.now())
  }
  phone.on('unread', onUnread).on('changed', onChanged)
  const { seq = 0 } = await send(product, worker, 'ChangeWarning', { jobId, warning: 'no access' })
  const respondedAt = performance.now()
  wanted = seq
  if ([...seqs.keys()].some((one) => one >= seq)) came.resolve(respondedAt)
  const [bell, pushed] = await Promise.all([rang.promise, came.promise])
  phone.off('unread', onUnread).off('changed', onChanged)
  return { bell: Math.max(0, bell - respondedAt), pushed: Math.max(0, pushed - respondedAt) }
}

async function readUnread({ url }: RunningProduct, { token }: SignedIn): Promise<number> {
  const answer = await fetch(`${url}${paths.notifications}`, { headers: { authorization: `Bearer ${token}` } })
  const { unread }: UnreadAnswer = await answer.json()
  return unread
}

async function send(product: RunningProduct, { token }: SignedIn, type: string, data: object): Promise<CommandResult> {
  const commands = [{ commandId: uuid(), happenedAt: new Date().toISOString(), type, data }]
  const answer = await product.post(paths.commands, { commands }, token)
  const body = await answer.json()
  if (body.results?.[0]?.status !== 'accepted') throw new Error(`${answer.status} ${JSON.stringify(body)}`)
  return body.results[0]
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to a migrated PostgreSQL database that may be filled')
  printRows(await benchBell(url))
}
