import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import { type RunKind, runKinds } from '#core/wire/projections.ts'
import { connect, inTransaction } from '#ledger/database/connect.ts'
import { changeRuns, requestRun } from '#ledger/read-models/request-runs.ts'
import { liveCheckpoint } from '#test/histories/live-rows.ts'
import { foldedRows, liveRows, storeEvents } from '#test/histories/stored-history.ts'
import { lengthOf } from '#test/reliability/extent.ts'
import { pushChecker } from './push-checker.ts'

/** How often a projector is killed: a few times in the suite, or as often as the environment sets for a thorough run. */
export const kills = lengthOf('FETTLE_KILLS', 2)

const all: readonly Projection[] = projections
const companyOf = (events: readonly StoredEvent[]) => events[0]?.companyId ?? ''
const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T

/** A ledger in which people keep writing, reading and requesting runs, whatever is killed. */
export function busyLedger(databaseUrl: string, histories: readonly StoredEvent[][]) {
  const owner = connect(databaseUrl, undefined, { max: 2 })
  const pool = connect(databaseUrl, 'fettle_projector', { max: 4 })
  const stopping = new AbortController()
  const faults: string[] = []
  const requested = new Set<RunKind>()
  let reads = 0

  /** Repeats the work, even while the database is down. */
  const always = async (work: () => Promise<unknown>, pause: number) => {
    while (!stopping.signal.aborted) {
      await work().catch(() => undefined)
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  async function headOf(companyId: string): Promise<number> {
    const { rows } = await owner.query<{ seq: number }>('select seq from company_head where company_id = $1', [
      companyId,
    ])
    return rows[0]?.seq ?? 0
  }

  /** Continues from the stored head, as a lost response leaves the outcome unknown. */
  async function write(events: readonly StoredEvent[], most = 15) {
    const head = await headOf(companyOf(events))
    if (head < events.length) await storeEvents(owner, events.slice(head, head + 1 + Math.floor(Math.random() * most)))
  }

  const seen = new Map<string, number>()
  /** Reads a projection as a screen would, and compares it with the fold of its events. */
  async function read(events: readonly StoredEvent[], projection: Projection) {
    const companyId = companyOf(events)
    const found = await inTransaction(pool, async (client) => {
      await client.query('set transaction isolation level repeatable read read only')
      const { rows } = await client.query<{ seq: number | null }>(`select ${liveCheckpoint('seq', '$1', '$2')} seq`, [
        companyId,
        projection.name,
      ])
      return { seq: rows[0]?.seq ?? 0, rows: await liveRows(client, companyId, projection) }
    })
    reads += 1
    const place = `${companyId} ${projection.name}`
    if (!isDeepStrictEqual(found.rows, foldedRows(projection, events.slice(0, found.seq))))
      faults.push(`${place} is not what its first ${found.seq} events make of it: ${found.rows.size} rows`)
    if (found.seq < (seen.get(place) ?? 0)) faults.push(`${place} went back from ${seen.get(place)} to ${found.seq}`)
    seen.set(place, found.seq)
  }

  async function ask(events: readonly StoredEvent[]) {
    const companyId = companyOf(events)
    const kind = pick([...runKinds, 'replay', 'compare', 'undo'] as const)
    const wanted = kind === 'replay' || kind === 'compare' ? pick([all, [pick(all)]]) : [pick(all)]
    const runId = await inTransaction(pool, (client) =>
      requestRun(client, companyId, { kind, projections: wanted, startedBy: 'person' }),
    )
    if (runId !== undefined) requested.add(kind)
    if (Math.random() < 0.2) await changeRuns(pool, pick(['pause', 'resume', 'cancel'] as const), { companyId })
    if (Math.random() < 0.5) await changeRuns(pool, 'resume', { companyId })
  }

  const device = pushChecker(databaseUrl, histories)
  const followed = device.follow()
  const work = histories.flatMap((events) => [
    // The database may be killed during the first one, too.
    followed
      .then(() => write(events, events.length).catch(() => undefined))
      .then(() => always(() => write(events), 40)),
    always(() => read(events, pick(all)), 10),
    always(() => ask(events), 60),
  ])
  work.push(followed.then(() => always(() => device.look(), 25)))
  return {
    pool,
    faults,
    /** The faults in the pushes to devices. */
    wrongPushes: device.faults,
    pushes: device.pushes,
    look: device.look,
    repeatLastPush: device.repeatLast,
    /** Compares a projection's live rows with the fold of the events; a difference is one of `faults`. */
    read,
    /** PostgreSQL has crashed: the newest rows may be gone until they are folded again. Call it before PostgreSQL is started again. */
    crashed() {
      seen.clear()
      device.crashed()
    },
    requested,
    reads: () => reads,
    /** The kinds of the runs in progress. */
    async runningKinds(): Promise<string[]> {
      const { rows } = await pool.query<{ kind: string }>(`select kind from replay_run where state = 'running'`)
      return rows.map((one) => one.kind)
    },
    /** Stops all requests and writes, with everything written and nothing left paused. */
    async settle() {
      stopping.abort()
      await Promise.all(work)
      for (const events of histories)
        while ((await headOf(companyOf(events))) < events.length) await write(events, 1_000)
      await changeRuns(pool, 'resume', {})
    },
    close: () => Promise.all([owner.end(), pool.end(), device.close()]),
  }
}
