import type pg from 'pg'
import { companiesBehind, type Release } from '#projector/rows/checkpoints.ts'

/** So often everything is looked through anyway: rows can fall behind without their ledger having moved. */
const wholeEvery = 30_000
/** When more groups than this have moved, it is quicker to look through all of them at once. */
const mostGroups = 64

/**
 * Finds the companies that have something to fold, at little cost while most of them are quiet: it asks for one sum over all heads,
 * and when that has moved for one over each of 256 groups of companies, and looks through the groups whose sum has moved since.
 */
export type BehindTracker = {
  /** Those that may have fallen behind since the last time; or which of the named ones are. Throws what PostgreSQL said. */
  behind(companyIds: readonly string[] | 'all'): Promise<string[]>
  /** When it last saw that a ledger had moved, on the clock of `performance.now()`. */
  movedAt(): number
}

export function trackCompaniesBehind(pool: pg.Pool, release: Release, { every = wholeEvery } = {}): BehindTracker {
  let seen = new Map<number, number>()
  let seenTotal = ''
  let wholeAt = Number.NEGATIVE_INFINITY
  let movedAt = Number.NEGATIVE_INFINITY
  return {
    async behind(companyIds) {
      if (companyIds !== 'all') return companiesBehind(pool, release, { companyIds })
      const whole = performance.now() - wholeAt > every
      // Each is read before what it is to tell of: what comes between the two is looked for again.
      const total = await totalOfHeads(pool)
      if (total === seenTotal && !whole) return []
      const sums = await sumsOfHeads(pool)
      const isFirst = seen.size === 0
      const moved = [...sums].filter(([group, sum]) => seen.get(group) !== sum).map(([group]) => group)
      if (!isFirst && moved.length > 0) movedAt = performance.now()
      if (moved.length === 0 && !whole) {
        seenTotal = total
        return []
      }
      const among = whole || moved.length > mostGroups ? {} : { companyIds: await companiesIn(pool, moved) }
      const found = await companiesBehind(pool, release, among)
      seen = sums
      seenTotal = total
      if (whole) wholeAt = performance.now()
      return found
    },
    movedAt: () => movedAt,
  }
}

async function companiesIn(pool: pg.Pool, groups: readonly number[]): Promise<string[]> {
  const { rows } = await pool.query<{ company_id: string }>({
    name: 'companies-in-groups',
    text: `select company_id from company_head where ${groupOf('company_id')} = any ($1::int[])`,
    values: [groups],
  })
  return rows.map((one) => one.company_id)
}

/** Moves with every event, and with every company that comes. */
async function totalOfHeads(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<[total: string]>({
    name: 'total-of-heads',
    rowMode: 'array',
    text: `select concat(count(*), ' ', sum(seq)) from company_head`,
  })
  return rows[0]?.[0] ?? ''
}

async function sumsOfHeads(pool: pg.Pool): Promise<Map<number, number>> {
  const { rows } = await pool.query<[number, number]>({
    name: 'sums-of-heads',
    rowMode: 'array',
    text: `select ${groupOf('company_id')}, sum(seq)::bigint from company_head group by 1`,
  })
  return new Map(rows)
}

/** Companies are told apart by one of 256 groups, by a hash: ids that are made one after the other begin alike. */
const groupOf = (company: string) => `(uuid_hash(${company}) & 255)`
