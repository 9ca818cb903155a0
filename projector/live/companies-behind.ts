import { type Expression, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { arrayStatement, type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { companiesBehind } from '#projector/rows/checkpoints.ts'
import type { Release } from '#projector/rows/release.ts'
import { readCommittedMark } from './committed-mark.ts'

/**
 * How often all companies are checked regardless, if anything was written: rows can fall behind although their ledger has not moved. With
 * very many companies it is less often, so that it takes at most a fiftieth of the time.
 */
const fullCheckEvery = 30_000
const restAfterFullCheck = 50
/** If more groups than this have moved, checking all companies at once is faster. */
const mostGroups = 64

/**
 * Finds the companies that have something to fold, at little cost while most of them are quiet: unless something was committed, it
 * reads nothing; else one sum over all heads; if that has moved, one for each of 256 groups of companies; then it checks the groups
 * whose sum has moved.
 */
export type BehindTracker = {
  /** The companies that may have fallen behind since the last call, or those of the given ones that are behind. */
  behind(companyIds: readonly string[] | 'all'): Promise<string[]>
  /** When it last saw that a ledger had moved, on the clock of `performance.now()`. */
  movedAt(): number
}

export function trackCompaniesBehind(pool: pg.Pool, release: Release, { every = fullCheckEvery } = {}): BehindTracker {
  let seen = new Map<number, number>()
  let seenTotal = ''
  /** When the next full check is due, and of what was committed the last one knew. */
  let fullCheckAt = Number.NEGATIVE_INFINITY
  let checkedMark: string | undefined
  let movedAt = Number.NEGATIVE_INFINITY
  return {
    async behind(companyIds) {
      if (companyIds !== 'all') return companiesBehind(pool, release, { companyIds })
      // Each is read before what it summarises: a change between the two reads is found again next time.
      const mark = await readCommittedMark(pool)
      if (mark !== undefined && mark === checkedMark) return []
      const startedAt = performance.now()
      const isFull = startedAt >= fullCheckAt
      const [[total] = ['']] = await rowsOf(pool, totalOfHeads({}))
      if (total === seenTotal && !isFull) return []
      const sums = new Map(await rowsOf(pool, sumsOfHeads({})))
      const isFirst = seen.size === 0
      const moved = [...sums].filter(([group, sum]) => seen.get(group) !== sum).map(([group]) => group)
      if (!isFirst && moved.length > 0) movedAt = performance.now()
      if (moved.length === 0 && !isFull) {
        seenTotal = total
        return []
      }
      const among = isFull || moved.length > mostGroups ? {} : { companyIds: await companiesIn(pool, moved) }
      const found = await companiesBehind(pool, release, among)
      seen = sums
      seenTotal = total
      if (isFull) {
        checkedMark = mark
        fullCheckAt = performance.now() + Math.max(every, restAfterFullCheck * (performance.now() - startedAt))
      }
      return found
    },
    movedAt: () => movedAt,
  }
}

async function companiesIn(pool: pg.Pool, groups: readonly number[]): Promise<string[]> {
  const companies = await rowsOf(pool, companiesInGroups({ groups }))
  return companies.map((one) => one.company_id)
}

/** One of 256 groups, by a hash: ids that are created one after the other start alike. */
const groupOf = (companyId: Expression<string>): RawBuilder<number> => sql`(uuid_hash(${companyId}) & 255)`

const companiesInGroups = statement('companies-in-groups', (p: Parameters<{ groups: readonly number[] }>) =>
  db
    .selectFrom('company_head')
    .select('company_id')
    .where(({ eb, fn, ref }) => eb(groupOf(ref('company_id')), '=', fn.any(p.groups))),
)

/** Changes with every event and with every new company. */
const totalOfHeads = arrayStatement<object, [total: string]>('total-of-heads', () =>
  db
    .selectFrom('company_head')
    .select(({ fn, val }) => fn('concat', [fn.countAll(), val(' '), fn.sum('seq')]).as('total')),
)

const sumsOfHeads = arrayStatement<object, [group: number, sum: number]>('sums-of-heads', () =>
  db
    .selectFrom('company_head')
    .select(({ fn, ref, cast }) => [groupOf(ref('company_id')).as('group'), cast(fn.sum('seq'), 'bigint').as('sum')])
    .groupBy(({ ref }) => groupOf(ref('company_id'))),
)
