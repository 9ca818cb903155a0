import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { connect } from './connect.ts'
import { type Parameters, statement } from './statement.ts'
import { db } from './statement-compiler.ts'

export type RingerOptions = {
  onFault: (error: unknown) => void
  /** In milliseconds: how far apart the notices are at least, and after how long a query times out. */
  apart: number
  overdue: number
}

/**
 * Sends NOTIFY for the companies that were rung: at once, unless a notice is on its way or has just been sent; what is rung until
 * then shares the next. It connects when it is first rung.
 */
export function startRinger(databaseUrl: string, { onFault, apart, overdue }: RingerOptions) {
  let sentAt = Number.NEGATIVE_INFINITY
  const rung = new Map<string, Set<string>>()
  let pool: pg.Pool | undefined
  let sending: Promise<void> | undefined

  async function send() {
    const notices = [...rung].flatMap(([channel, ids]) => payloadsOf([...ids]).map((payload) => ({ channel, payload })))
    rung.clear()
    if (notices.length === 0) return
    pool ??= connect(databaseUrl, undefined, {
      max: 1,
      queryTimeout: overdue,
      connectionTimeout: Math.min(overdue, 2_500),
    })
    const [channels, payloads] = [notices.map((one) => one.channel), notices.map((one) => one.payload)]
    await pool.query(sentNotices({ channels, payloads })).catch(onFault)
  }

  async function sendAll() {
    // What is rung together shares a notice.
    await undefined
    while (rung.size > 0) {
      const early = sentAt + apart - performance.now()
      if (early > 0) await sleep(early)
      sentAt = performance.now()
      await send()
    }
    sending = undefined
  }

  return {
    ring(channel: string, companyIds: Iterable<string>) {
      const collected = rung.get(channel) ?? new Set()
      for (const id of companyIds) collected.add(id)
      rung.set(channel, collected)
      sending ??= sendAll()
    },
    async close() {
      await sending
      await pool?.end()
    },
  }
}

const sentNotices = statement('ring', (p: Parameters<{ channels: readonly string[]; payloads: readonly string[] }>) =>
  db
    .selectFrom(
      sql<{ channel: string; payload: string }>`unnest(${p.channels}::text[], ${p.payloads}::text[])`.as<'notice'>(
        sql`notice (channel, payload)`,
      ),
    )
    .select(({ fn }) => fn('pg_notify', ['notice.channel', 'notice.payload']).as('sent')),
)

/** A notice must be shorter than 8,000 bytes; a company id and its comma take 37. */
function payloadsOf(companyIds: readonly string[]): string[] {
  const most = 200
  const payloads = []
  for (let at = 0; at < companyIds.length; at += most) payloads.push(companyIds.slice(at, at + most).join(','))
  return payloads
}
