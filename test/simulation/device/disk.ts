import type { EventLoop, Owner } from '#test/simulation/clock/event-loop.ts'
import type { Random } from '#test/simulation/clock/random.ts'
import type { PageCode } from '#test/simulation/page/page-code.ts'
import { type Engine, startEngine, type Write } from './engine.ts'

/** What goes wrong with a device's storage at the moment. */
export type DiskFaults = { full: boolean; refusing: boolean }

/**
 * A device's storage. A killed device keeps what a strict transaction has written and everything before it; of what relaxed ones
 * have written since, it keeps a part.
 */
export type Disk = {
  faults: DiskFaults
  engine(): Engine
  /** Loses what was not on the disk; resolves when it can be opened again. */
  crash(): Promise<void>
  /** The values stored in a database now. */
  valuesIn(database: string): unknown[]
  onWrite: () => void
}

type Committed = readonly Write[]

export function openDisk(code: PageCode, loop: EventLoop, random: Random): Disk {
  const stores = new Map<string, Set<string>>()
  let log: Committed[] = []
  let durable = 0
  let owner: Owner = { alive: true }
  const disk: Disk = {
    faults: { full: false, refusing: false },
    engine: () => engine,
    onWrite: () => undefined,
    async crash() {
      const kept = log.slice(0, random.between(durable, log.length))
      // A transaction may reach the disk although nobody was told.
      const landed = engine.committing()
      log = landed.length > 0 && kept.length === log.length && random.chance(0.5) ? [...kept, landed] : kept
      durable = log.length
      owner.alive = false
      owner = { alive: true }
      engine = start()
      // It may die again meanwhile: then this never resolves.
      isRestoring = true
      await restored()
      isRestoring = false
    },
    valuesIn: (database) =>
      [...now()].flatMap(([place, records]) =>
        place.startsWith(`${database} `) ? [...records.values()].map(({ value }) => value) : [],
      ),
  }
  const start = () => {
    const isMine = owner
    return startEngine(code, loop, random, owner, {
      created: (database, store) => stores.set(database, (stores.get(database) ?? new Set()).add(store)),
      wrote: () => isMine.alive && !isRestoring && disk.onWrite(),
      committed(writes, durability) {
        if (!isMine.alive || isRestoring) return
        log.push(writes)
        if (durability === 'strict') durable = log.length
        disk.onWrite()
      },
      isFull: () => disk.faults.full && !isRestoring,
    })
  }
  let isRestoring = false
  let engine = start()

  /** The records on the disk, by database and store. */
  const now = () => {
    const all = new Map<string, Map<string, { key: IDBValidKey; value: unknown }>>()
    for (const write of log.flat()) {
      const place = `${write.database} ${write.store}`
      const records = all.get(place) ?? new Map()
      all.set(place, records)
      if (write.kind === 'put') records.set(JSON.stringify(write.key), { key: write.key, value: write.value })
      else if (write.kind === 'clear') records.clear()
      else for (const [name, { key }] of records) if (isOf(key, write.key)) records.delete(name)
    }
    return all
  }
  const isOf = (key: IDBValidKey, removed: Extract<Write, { kind: 'delete' }>['key']) =>
    typeof removed === 'object' && 'from' in removed
      ? engine.factory.cmp(key, removed.from) >= 0 && engine.factory.cmp(key, removed.to) <= 0
      : engine.factory.cmp(key, removed) === 0

  const restored = async () => {
    const records = now()
    for (const [name, its] of stores) {
      const database = await opened(name, [...its])
      for (const store of its) {
        const transaction = database.transaction(store, 'readwrite')
        for (const { key, value } of records.get(`${name} ${store}`)?.values() ?? [])
          transaction.objectStore(store).put(value, key)
        await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      }
      database.close()
    }
  }
  const opened = (name: string, its: readonly string[]) => {
    const request = engine.factory.open(name)
    request.onupgradeneeded = () => its.forEach((store) => void request.result.createObjectStore(store))
    return new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result)
    })
  }
  return disk
}
