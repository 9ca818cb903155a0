import pLimit from 'p-limit'
import type pg from 'pg'
import type { Logger } from 'pino'
import { whyUnreadable } from '#core/ledger/shapes.ts'
import type { Bell } from '#ledger/database/bell.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readEvents } from '#ledger/log/read.ts'
import { type ParkedAsUnreadable, parkedAsUnreadable } from '#projector/rows/checkpoints.ts'
import type { Release } from '#projector/rows/release.ts'
import { project } from './project.ts'

type Options = { pool: pg.Pool; bell: Bell; logger: Logger; release: Release; signal: AbortSignal }

/** Companies that are resumed side by side. */
const atOnce = 2

/**
 * What resumes the projections that another release parked at an event which it could not read and this one can: an old projector
 * that still runs during an upgrade stops at every event of a new kind. Each is folded in the transaction that resumes its
 * projection, so that the old projector can stop at a later event only, and never takes back what was resumed. A projection that
 * this release cannot fold either is tried once. Like one parked for any other reason, it waits for the next start or 'Try again'.
 */
export function unreadableResumer({ pool, bell, logger, release, signal }: Options): () => Promise<void> {
  const tried = new Set<string>()
  const nameOf = ({ companyId, projection, seq }: ParkedAsUnreadable) => `${companyId} ${projection} ${seq}`

  async function resume(companyId: string, parked: readonly ParkedAsUnreadable[]) {
    const readable = await readableOf(pool, companyId, new Set(parked.map((one) => one.seq)))
    for (const one of parked) if (!readable.has(one.seq)) tried.add(nameOf(one))
    const names = parked.filter((one) => readable.has(one.seq)).map((one) => one.projection)
    if (names.length === 0) return
    const resumed = release.filter((one) => names.includes(one.name))
    const batch = await project(pool, companyId, resumed, { folding: 'parked-as-unreadable' })
    for (const one of batch.parked) {
      tried.add(nameOf({ companyId, ...one }))
      logger.error({ companyId, ...one }, 'a projection is parked')
    }
    // Otherwise another process was faster.
    if (batch.events === 0) return
    logger.info({ companyId, projections: names }, 'projections that another release parked are resumed')
    bell.ring('fettle_projected', [companyId])
    // The live projectors take over: there may be more, and what was appended meanwhile was none of theirs yet.
    bell.ring('fettle_appended', [companyId])
  }

  return async () => {
    const parked = await parkedAsUnreadable(pool, release)
    const untried = parked.filter((one) => !tried.has(nameOf(one)))
    const inTurn = pLimit(atOnce)
    const resumeNext = async (companyId: string, its: readonly ParkedAsUnreadable[]) => {
      if (signal.aborted) return
      // One company's fault keeps no other one waiting.
      await resume(companyId, its).catch((error: unknown) =>
        logger.warn({ err: error, companyId }, 'parked projections could not be resumed; retrying'),
      )
    }
    await Promise.all([...Map.groupBy(untried, (one) => one.companyId)].map((its) => inTurn(resumeNext, ...its)))
  }
}

/** Those of a company's events that this release can read. */
const readableOf = (pool: pg.Pool, companyId: string, seqs: ReadonlySet<number>): Promise<Set<number>> =>
  inCompany(pool, companyId, async (client) => {
    const readable = new Set<number>()
    for (const seq of seqs) {
      const [event] = await readEvents(client, companyId, seq - 1, 1)
      if (event?.seq === seq && whyUnreadable(event) === undefined) readable.add(seq)
    }
    return readable
  })
