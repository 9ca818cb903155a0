import type pg from 'pg'
import { projections } from '#core/projections/projections.ts'
import { withDedicatedConnection } from '#ledger/database/dedicated-connection.ts'
import { equalsOrNull } from '#ledger/database/equals-or-null.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isErased } from '#ledger/read-models/erased-companies.ts'
import type { Release } from '#projector/rows/release.ts'
import { type BuildOptions, build } from './build.ts'

export type ReplayOptions = Pick<BuildOptions, 'mostRows'> & {
  /** A projection's name, or several that are built in one pass over the events; all by default. */
  projection?: string | readonly string[]
  /** One company; all by default. */
  companyId?: string
  onProgress?: (progress: ReplayProgress) => void
  /** Cancels between two batches; finished companies stay switched. */
  signal?: AbortSignal
  release?: Release
}
export type ReplayProgress = {
  events: { done: number; total: number }
  companies: { done: number; total: number }
  /** Events a second, on average. */
  rate: number
  secondsLeft: number
}
export type Replayed = ReplayProgress & {
  seconds: number
  /** Companies that another process is replaying. */
  busy: string[]
  /** Projections that could not be folded; they keep their rows. */
  failed: { companyId: string; projection: string; seq: number; error: string }[]
}

const companiesAtOnce = 3

/**
 * Rebuilds projections from the first event, company by company, and switches each company when it has caught up. Readers are never
 * interrupted and live projectors may keep running. If killed at any point, it can be run again.
 *
 * `pool` is connect(databaseUrl, 'fettle_projector', { queryTimeout: 60_000 }). Throws a RangeError for an unknown projection, the
 * abort reason if cancelled, and database errors.
 */
export async function replay(pool: pg.Pool, options: ReplayOptions = {}): Promise<Replayed> {
  const release = chosen(options)
  const companies = await rowsOf(pool, companiesToReplay({ companyId: options.companyId ?? null }))
  const waiting = companies.values()
  const startedAt = performance.now()
  const busy: Replayed['busy'] = []
  const failed: Replayed['failed'] = []
  const done = { events: 0, companies: 0 }
  const total = companies.reduce((sum, one) => sum + one.seq, 0)

  const progress = (): ReplayProgress => {
    const rate = done.events / ((performance.now() - startedAt) / 1000)
    return {
      events: { done: done.events, total: Math.max(total, done.events) },
      companies: { done: done.companies, total: companies.length },
      rate,
      secondsLeft: rate > 0 ? Math.max(0, total - done.events) / rate : 0,
    }
  }
  const report = () => options.onProgress?.(progress())
  const onFolded = (events: number) => {
    done.events += events
    report()
  }

  async function replayWaiting() {
    for (const { companyId } of waiting) {
      const built = await withDedicatedConnection(pool, (client) =>
        build(client, companyId, release, { ...options, onFolded }),
      )
      if (built.outcome === 'busy') busy.push(companyId)
      failed.push(...built.failed.map((one) => ({ companyId, ...one })))
      done.companies += 1
      report()
    }
  }
  // While the database writes the rows of one company, another is folded.
  const ended = await Promise.allSettled(Array.from({ length: companiesAtOnce }, replayWaiting))
  const broken = ended.find((one) => one.status === 'rejected')
  if (broken) throw broken.reason
  return { ...progress(), seconds: (performance.now() - startedAt) / 1000, busy, failed }
}

function chosen({ projection, release = projections }: ReplayOptions): Release {
  const names = typeof projection === 'string' ? [projection] : projection
  const unknown = names?.find((name) => !release.some((one) => one.name === name))
  if (unknown !== undefined) throw new RangeError(`There is no projection named ${unknown}`)
  return names ? release.filter((one) => names.includes(one.name)) : release
}

const companiesToReplay = statement('replayed-companies', (p: Parameters<{ companyId: string | null }>) =>
  db
    .selectFrom('company_head')
    .select(['company_id as companyId', 'seq'])
    .where(({ ref }) => equalsOrNull(ref('company_id'), p.companyId, 'uuid'))
    .where(({ not }) => not(isErased('company_head.company_id')))
    .orderBy('seq', 'desc'),
)
