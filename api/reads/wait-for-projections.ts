import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { ProjectionName } from '#core/projections/projections.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { liveSeq } from '#ledger/read-models/live-generation.ts'

/** A read waits this long for what it was asked to show, in milliseconds, and then answers with what there is. */
const longest = 2_000
const betweenLooks = 100

/** Waits until the projections that an answer is made of have reached a seq of the company, but not for ever. */
export type WaitForProjections = (
  companyId: string,
  names: readonly ProjectionName[],
  after: number | undefined,
) => Promise<void>

/** Waiting reads look again when the projector rings, and now and then besides. */
export function openProjectionWait(pool: pg.Pool, bell: Pick<Bell, 'listen'>): WaitForProjections {
  const waiting = new Map<string, Set<() => void>>()
  bell.listen('fettle_projected', (companyIds) => {
    for (const id of companyIds === 'all' ? waiting.keys() : companyIds)
      for (const look of waiting.get(id) ?? []) look()
  })

  const rung = (companyId: string) => {
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
    const until = Date.now() + longest
    for (;;) {
      const ring = rung(companyId)
      try {
        if ((await reached(pool, companyId, names)) >= after || Date.now() >= until) return
        await Promise.race([ring.promise, sleep(betweenLooks)])
      } finally {
        ring.forget()
      }
    }
  }
}

async function reached(pool: pg.Pool, companyId: string, names: readonly string[]): Promise<number> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'reached',
      text: `select min(coalesce(${liveSeq('$1', 'name')}, 0)) seq from unnest($2::text[]) name`,
      values: [companyId, names],
    },
  ])
  return rows[0]?.seq ?? 0
}
