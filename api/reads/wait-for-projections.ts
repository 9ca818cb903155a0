import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { ProjectionName } from '#core/projections/projections.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'

/** How long a read waits for the seq it was asked to show, and between two checks, in milliseconds. */
const timeout = 2_000
const checkInterval = 100

/**
 * Waits until these projections have reached a seq of the company, or until a timeout. Never waits for a seq that the company's
 * ledger does not have.
 */
export type WaitForProjections = (
  companyId: string,
  names: readonly ProjectionName[],
  after: number | undefined,
) => Promise<void>

/** Waiting reads check again whenever the projector rings, and at intervals in case a ring is lost. */
export function openProjectionWait(pool: pg.Pool, bell: Pick<Bell, 'listen'>): WaitForProjections {
  const waiting = new Map<string, Set<() => void>>()
  bell.listen('fettle_projected', (companyIds) => {
    for (const id of companyIds === 'all' ? waiting.keys() : companyIds)
      for (const wake of waiting.get(id) ?? []) wake()
  })

  const nextRing = (companyId: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const ofCompany = waiting.get(companyId) ?? new Set()
    waiting.set(companyId, ofCompany.add(resolve))
    const forget = () => {
      ofCompany.delete(resolve)
      if (ofCompany.size === 0) waiting.delete(companyId)
    }
    return { promise, forget }
  }

  return async (companyId, names, after) => {
    if (!after) return
    const until = Date.now() + timeout
    for (;;) {
      const ring = nextRing(companyId)
      try {
        const { seq, head } = await reached(pool, companyId, names)
        if (seq >= after || after > head || Date.now() >= until) return
        await Promise.race([ring.promise, sleep(checkInterval)])
      } finally {
        ring.forget()
      }
    }
  }
}

/** The lowest seq that the projections have reached, and that of the company's last event. */
export async function reached(pool: pg.Pool, companyId: string, names: readonly ProjectionName[]) {
  const [{ rows }] = await readInCompany(pool, companyId, [lowestSeq(names, { companyId })])
  return rows[0] ?? { seq: 0, head: 0 }
}

const lowestSeq = statementByShape(
  'lowest-seq',
  ({ companyId }: Parameters<{ companyId: string }>, names: readonly ProjectionName[]) => {
    const seqs = names.map((name) => sql`coalesce(${liveOf(companyId, name).select('seq')}, 0)`)
    const head = db.selectFrom('company_head').select('seq').where('company_id', '=', companyId)
    return db.selectNoFrom([
      sql<number>`least(${sql.join(seqs)})`.as('seq'),
      sql<number>`coalesce(${head}, 0)`.as('head'),
    ])
  },
)
