import type pg from 'pg'
import { isDatabaseError, queryKeepingConnection } from '#ledger/database/connect.ts'
import { proofOf } from '#ledger/database/wall.ts'

/** The arguments of the SQL function `append`, in its order, but for the last: the proof of the company. */
export type AppendCall = readonly [companyId: string, ...others: unknown[]]
/** What `append` returns: seq and version of the last event, and the job number if one was assigned. */
export type AppendAnswer = { seq: number; version: number; number: number | null }

const mostInAStatement = 8
const mostStatements = 4

type Waiting = { call: AppendCall; resolve(answer: AppendAnswer): void; reject(reason: unknown): void }
type Queue = { waiting: Waiting[]; sent: number; due: boolean }

const queues = new WeakMap<pg.Pool, Queue>()

/**
 * Calls `append`. While {@link mostStatements} statements of this process are under way, further calls share the next one, and with
 * it one commit and one write to the disk (group commit); a single call is sent immediately. Committed when it resolves. Throws the
 * database error of this call, which does not affect the others in its statement.
 */
export function appendInGroup(pool: pg.Pool, call: AppendCall): Promise<AppendAnswer> {
  const queue = queues.get(pool) ?? { waiting: [], sent: 0, due: false }
  queues.set(pool, queue)
  return new Promise((resolve, reject) => {
    queue.waiting.push({ call, resolve, reject })
    sendSoon(pool, queue)
  })
}

/** Calls made within one turn of the event loop are sent together. */
function sendSoon(pool: pg.Pool, queue: Queue) {
  if (queue.due) return
  queue.due = true
  setImmediate(() => {
    queue.due = false
    while (queue.sent < mostStatements && queue.waiting.length > 0) {
      queue.sent += 1
      void settle(pool, queue.waiting.splice(0, mostInAStatement)).finally(() => {
        queue.sent -= 1
        sendSoon(pool, queue)
      })
    }
  })
}

/** Settles all of them. They share a transaction: a refusal of one rolls back all, so each is then called separately. */
async function settle(pool: pg.Pool, together: readonly Waiting[]): Promise<void> {
  try {
    const answers = await callAll(pool, together.toSorted(byCompany))
    for (const [one, answer] of answers) one.resolve(answer)
  } catch (error) {
    if (together.length > 1 && isDatabaseError(error)) for (const one of together) await settle(pool, [one])
    else for (const one of together) one.reject(error)
  }
}

/** Every process locks the heads of companies in the same order, which prevents deadlocks. */
const byCompany = (one: Waiting, other: Waiting) => (one.call[0] < other.call[0] ? -1 : 1)

async function callAll(pool: pg.Pool, together: readonly Waiting[]): Promise<[Waiting, AppendAnswer][]> {
  const { rows } = await queryKeepingConnection<{ answer: AppendAnswer }>(pool, (client) => ({
    name: `append-${together.length}`,
    text: textOf(together.length),
    values: together.flatMap(({ call }) => withProof(client, call)),
  }))
  return together.map((one, place) => {
    const row = rows[place]
    if (!row) throw new Error('append returned nothing')
    return [one, row.answer]
  })
}

/** The arguments of `append` on this connection, which proves the company. */
export const withProof = (client: pg.ClientBase, call: AppendCall): unknown[] => [
  ...call,
  proofOf(client, call[0]) ?? null,
]

/** PostgreSQL evaluates the rows of VALUES in their order. */
function textOf(calls: number): string {
  const call = (nth: number) => `(append(${parameters.map((one) => `$${nth * parameters.length + one}`).join(', ')}))`
  return `select answer from (values ${Array.from({ length: calls }, (_, nth) => call(nth)).join(', ')}) called (answer)`
}

/** The parameters of `append`, from 1. */
export const parameters: readonly number[] = Array.from({ length: 14 }, (_, place) => place + 1)
