import { isDeepStrictEqual } from 'node:util'
import { openCourier } from '#api/push/courier.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import type { Push } from '#core/wire/push.ts'
import { connect } from '#ledger/database/connect.ts'

type Known = { generation: number; seq: number; rows: Map<string, object> }

/**
 * Compares the pushes to devices of some companies while `look` is called with their events: within a generation each change once,
 * in order, and no row that no event touched. After a rebuild a single push must tell the device to read the rows again.
 */
export function pushChecker(databaseUrl: string, histories: readonly (readonly StoredEvent[])[]) {
  const pool = connect(databaseUrl, 'fettle_api', { max: 3 })
  const faults: string[] = []
  const devices = new Map(histories.map((events) => [events[0]?.companyId ?? '', { events, known: new Map() }]))
  let pushes = 0

  /** Folds the new events into the device's rows; returns the keys that they touched. */
  function advance(projection: Projection, known: Known, events: readonly StoredEvent[], to: number): Set<string> {
    const touched = new Set<string>()
    for (const event of events.slice(known.seq, to)) {
      const key = projection.key(event)
      if (key === undefined) continue
      touched.add(key)
      const row = projection.fold(known.rows.get(key), event)
      if (row) known.rows.set(key, row)
      else known.rows.delete(key)
    }
    known.seq = to
    return touched
  }

  function take(companyId: string, { projection: name, seq, reached, rows, removed, stale }: Push) {
    pushes += 1
    const projection: Projection | undefined = projections.find((one) => one.name === name)
    const device = devices.get(companyId)
    const generation = reached[name]?.generation
    if (!projection || !device || generation === undefined) return void faults.push(`${name} is not pushed`)
    const known: Known = device.known.get(name) ?? { generation, seq: 0, rows: new Map() }
    device.known.set(name, known)
    const place = `${companyId} ${name} at ${seq}`
    const since = known.seq
    if (seq < since) faults.push(`${place} was told after ${since}`)
    const touched = advance(projection, known, device.events, Math.max(seq, since))
    const again = generation !== known.generation
    known.generation = generation
    if (stale) {
      if (!again && seq === since) faults.push(`${place} was to be read again for nothing`)
      return
    }
    if (again) faults.push(`${place} was pushed as if it had not been rebuilt`)
    if (seq === since) faults.push(`${place} was sent twice`)
    const { pushedRow = (row: object) => row } = projection
    const left = [...touched].flatMap((key) => known.rows.get(key) ?? []).map(pushedRow)
    if (rows.length !== left.length || rows.some((row) => !left.some((one) => isDeepStrictEqual(one, row))))
      faults.push(`${place}: ${rows.length} rows were told, ${left.length} changed since ${since}`)
    if (removed.length !== touched.size - left.length) faults.push(`${place}: ${removed.length} were told to be gone`)
  }

  const courier = openCourier({
    ledgerPool: pool,
    overviewPool: pool,
    emit: take,
    rightsMayHaveChanged: async () => undefined,
  })
  return {
    faults,
    pushes: () => pushes,
    /** Call this while the ledger is still empty. */
    follow: () => Promise.all([...devices.keys()].map((one) => courier.follow(one))),
    look: () => Promise.all([...devices.keys()].map((one) => courier.look(one))),
    close: () => pool.end(),
  }
}
