import { isDeepStrictEqual } from 'node:util'
import { openCourier } from '#api/push/courier.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import type { Push } from '#core/wire/push.ts'
import { connect } from '#ledger/database/connect.ts'
import { asStored } from '#test/histories/stored-history.ts'

type Known = { generation: number; seq: number; rows: Map<string, object>; crashes: number }

/**
 * Checks the pushes to devices of some companies against their events: within a generation each change is pushed once and in
 * order, and no row that no event touched. After a rebuild a single push must tell the device to read the rows again, and after a
 * crash of PostgreSQL one may.
 */
export function pushChecker(databaseUrl: string, histories: readonly (readonly StoredEvent[])[]) {
  const pool = connect(databaseUrl, 'fettle_api', { max: 3 })
  const faults: string[] = []
  const devices = new Map(histories.map((events) => [events[0]?.companyId ?? '', { events, known: new Map() }]))
  let pushes = 0
  let crashes = 0
  let last: { companyId: string; push: Push } | undefined

  /** Folds the new events into the device's rows; returns the keys that they touched. */
  function advance(projection: Projection, known: Known, events: readonly StoredEvent[], to: number): Set<string> {
    const touched = new Set<string>()
    for (const event of events.slice(known.seq, to)) {
      const key = projection.key(event)
      if (key === undefined) continue
      touched.add(key)
      const row = projection.fold(known.rows.get(key), event)
      if (row) known.rows.set(key, asStored(projection, row))
      else known.rows.delete(key)
    }
    known.seq = to
    return touched
  }

  function check(companyId: string, push: Push) {
    const { projection: name, seq, reached, rows, removed, stale } = push
    pushes += 1
    last = { companyId, push }
    const projection: Projection | undefined = projections.find((one) => one.name === name)
    const device = devices.get(companyId)
    const generation = reached[name]?.generation
    if (!projection || !device || generation === undefined)
      return void faults.push(`${name} of ${companyId} was pushed unexpectedly`)
    const known: Known = device.known.get(name) ?? { generation, seq: 0, rows: new Map(), crashes: 0 }
    device.known.set(name, known)
    const place = `${companyId} ${name} at ${seq}`
    const since = known.seq
    if (seq < since) faults.push(`${place} was pushed after ${since}`)
    const touched = advance(projection, known, device.events, Math.max(seq, since))
    const rebuilt = generation !== known.generation
    known.generation = generation
    if (stale) {
      const crashed = known.crashes < crashes
      known.crashes = crashes
      if (!rebuilt && !crashed && seq === since) faults.push(`${place} was to be read again for no reason`)
      return
    }
    if (rebuilt) faults.push(`${place} was pushed as if it had not been rebuilt`)
    if (seq === since) faults.push(`${place} was sent twice`)
    const { pushedRow = (row: object) => row } = projection
    const changed = [...touched].flatMap((key) => known.rows.get(key) ?? []).map(pushedRow)
    if (rows.length !== changed.length || rows.some((row) => !changed.some((one) => isDeepStrictEqual(one, row))))
      faults.push(`${place}: ${rows.length} rows were pushed, ${changed.length} had changed since ${since}`)
    if (removed.length !== touched.size - changed.length)
      faults.push(`${place}: ${removed.length} were reported removed, not ${touched.size - changed.length}`)
  }

  const courier = openCourier({
    ledgerPool: pool,
    overviewPool: pool,
    emit: check,
    rightsMayHaveChanged: async () => undefined,
  })
  return {
    faults,
    pushes: () => pushes,
    /** PostgreSQL has crashed. */
    crashed() {
      crashes += 1
    },
    /** Call this while the ledger is still empty. */
    follow: () => Promise.all([...devices.keys()].map((one) => courier.follow(one))),
    /** The faults found if the last push is sent a second time. */
    repeatLast() {
      const before = faults.length
      if (last) {
        const { stale: _, ...push } = last.push
        check(last.companyId, push)
      }
      return faults.splice(before)
    },
    async look() {
      await Promise.all([...devices.keys()].map((one) => courier.look(one)))
      await courier.lookAll()
    },
    close: () => pool.end(),
  }
}
