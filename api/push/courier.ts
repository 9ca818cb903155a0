import { sql } from 'kysely'
import type pg from 'pg'
import { createCompanyQueue } from '#api/http/company-queue.ts'
import type { CatchUpRequest, Push, SyncPosition } from '#core/wire/push.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { asTold, type Place, placeOfDevice, pushed, readChanges, type Undone } from './changes.ts'
import { replayedWithin } from './replayed-within.ts'

/** A socket being admitted follows its company before it counts as connected, by less than this many milliseconds. */
const keptFor = 60_000

/** Sends a push to all sockets of a company. */
type Emit = (companyId: string, push: Push) => void

/** Pushes the changes of followed companies to their sockets, each change once and in order within a company. */
export type Courier = {
  /** Pushes the company's changes from now on. */
  follow(companyId: string): Promise<void>
  /** Stops following all other companies. */
  forgetAllBut(companyIds: Pick<ReadonlySet<string>, 'has'>): void
  /** Looks for changes of a company; does nothing if it is not followed. */
  look(companyId: string): Promise<void>
  /** Looks for changes of every followed company whose projections have moved. */
  lookAll(): Promise<void>
  /**
   * Sends a device what it missed, before anything newer is pushed, and returns its new place. `age` is how long ago its page
   * began to read, in milliseconds; pages of earlier releases do not say.
   */
  missed(companyId: string, has: CatchUpRequest, tell: (push: Push) => void, age?: number): Promise<SyncPosition>
}

export type CourierParts = {
  ledgerPool: pg.Pool
  overviewPool: pg.Pool
  emit: Emit
  /** Awaited before pushing when the events include some of members. */
  rightsMayHaveChanged(companyId: string): Promise<void>
}

export function openCourier({ ledgerPool: pool, overviewPool, emit, rightsMayHaveChanged }: CourierParts): Courier {
  const places = new Map<string, Place>()
  /** The companies with rows that a crash of PostgreSQL may have undone since they were pushed. */
  const undone = new Map<string, Undone>()
  let crashMark: string | undefined
  const followedAt = new Map<string, number>()
  const due = new Set<string>()
  const queue = createCompanyQueue()

  async function deliver(companyId: string) {
    due.delete(companyId)
    const since = places.get(companyId)
    if (!since) return
    const lost = undone.get(companyId)
    const { place, pushes, touchesMembers, undone: stillLost } = await readChanges(pool, companyId, since, lost ?? none)
    // A listener who lost a right with these events must not receive later ones.
    if (touchesMembers) await rightsMayHaveChanged(companyId)
    if (!places.has(companyId)) return
    places.set(companyId, place)
    // Another crash may have been noticed meanwhile.
    if (undone.get(companyId) === lost) {
      if (stillLost.size > 0) undone.set(companyId, stillLost)
      else undone.delete(companyId)
    }
    for (const push of pushes) emit(companyId, push)
  }

  /** After a crash, rows that were pushed may be gone until they are folded again, and somebody may read them meanwhile. */
  async function noticeCrash() {
    const mark = await readCrashMark(overviewPool)
    if (crashMark !== undefined && mark !== crashMark)
      for (const companyId of places.keys()) undone.set(companyId, new Set(pushedNames))
    crashMark = mark
  }

  async function look(companyId: string) {
    // One that is queued will see the same changes.
    if (!places.has(companyId) || due.has(companyId)) return
    due.add(companyId)
    await queue(companyId, () => deliver(companyId)).catch((error: unknown) => {
      // Rejected by the queue, it would otherwise count as queued for ever.
      due.delete(companyId)
      throw error
    })
  }

  return {
    follow: (companyId) =>
      queue(companyId, async () => {
        followedAt.set(companyId, Date.now())
        if (crashMark === undefined) await noticeCrash()
        if (!places.has(companyId)) places.set(companyId, (await readChanges(pool, companyId)).place)
      }),
    forgetAllBut(companyIds) {
      const before = Date.now() - keptFor
      for (const [companyId, at] of followedAt)
        if (!companyIds.has(companyId) && at < before) {
          for (const map of [places, undone, followedAt]) map.delete(companyId)
        }
      // Until the next company is followed nobody looks for crashes.
      if (places.size === 0) crashMark = undefined
    },
    look,
    async lookAll() {
      if (places.size === 0) return
      await noticeCrash()
      const rows = await rowsOf(overviewPool, readMarks({ companyIds: [...places.keys()], projections: pushedNames }))
      const moved = rows.filter(({ company_id: id, mark }) => undone.has(id) || mark !== markOf(places.get(id)))
      await Promise.all(moved.map((one) => look(one.company_id)))
    },
    missed: (companyId, has, tell, age) =>
      queue(companyId, async () => {
        const { place } = await readChanges(pool, companyId)
        // After the place: a replay that ends between the two is found here or, if it ends later, by its generation.
        const replayed = 'reached' in has || age === undefined ? none : await replayedWithin(pool, companyId, age)
        const missed = await readChanges(pool, companyId, placeOfDevice(place, has, replayed))
        missed.pushes.forEach(tell)
        return asTold(missed.place)
      }),
  }
}

const pushedNames = pushed.map((one) => one.name)
const none: ReadonlySet<string> = new Set()

/** PostgreSQL resets its statistics when it recovers from a crash, whether it was restarted or only a session of it died. */
const crashMarks = statement('crash-mark', () =>
  db
    .withTables<{ pg_stat_wal: { stats_reset: string } }>()
    .selectFrom('pg_stat_wal')
    .select((row) => row.cast<string>('stats_reset', 'text').as('mark')),
)

async function readCrashMark(pool: pg.Pool): Promise<string> {
  const [row] = await rowsOf(pool, crashMarks({}))
  return row?.mark ?? ''
}

const readMarks = statement('push-marks', (p: Parameters<{ companyIds: string[]; projections: string[] }>) =>
  db
    .selectFrom('checkpoint')
    .select((checkpoint) => [
      'company_id',
      sql<string>`sum(${checkpoint.ref('generation')}) || '/' || sum(${checkpoint.ref('seq')})`.as('mark'),
    ])
    .where((checkpoint) => checkpoint('company_id', '=', checkpoint.fn.any(p.companyIds)))
    .where((checkpoint) => checkpoint('projection', '=', checkpoint.fn.any(p.projections)))
    .where('status', 'in', ['live', 'parked'])
    .groupBy('company_id'),
)

/** A fingerprint of a place, in a form that the database can compute for many companies at once. */
function markOf(place: Place | undefined): string {
  const reached = [...(place?.reached.values() ?? [])]
  const sum = (of: (one: { generation: number; seq: number }) => number) =>
    reached.reduce((all, one) => all + of(one), 0)
  return `${sum((one) => one.generation)}/${sum((one) => one.seq)}`
}
