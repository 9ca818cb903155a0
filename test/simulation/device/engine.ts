import type { EventLoop, Owner } from '#test/simulation/clock/event-loop.ts'
import type { Random } from '#test/simulation/clock/random.ts'
import { stored } from '#test/simulation/network/photo-file.ts'
import type { PageCode } from '#test/simulation/page/page-code.ts'

type Range = { from: IDBValidKey; to: IDBValidKey }
/** One write to one store, so that it can be done again on another engine. */
export type Write = { database: string; store: string } & (
  | { kind: 'put'; value: unknown; key: IDBValidKey }
  | { kind: 'delete'; key: IDBValidKey | Range }
  | { kind: 'clear' }
)

/** What an engine tells while it works. */
export type EngineEvents = {
  created(database: string, store: string): void
  /** A write has been done, in a transaction that may still fail. */
  wrote(): void
  committed(writes: readonly Write[], durability: IDBTransactionDurability): void
  /** Whether the next put meets a full disk. */
  isFull(): boolean
}

/** A running IndexedDB: fake-indexeddb in this world's time, which tells of its writes. */
export type Engine = {
  factory: IDBFactory
  keyRange: typeof IDBKeyRange
  /** The writes of transactions that were asked to commit and have not. */
  committing(): readonly Write[]
  /** Ends every transaction of a connection that has not been asked to commit. */
  abort(connection: IDBDatabase): void
}

export function startEngine(
  code: PageCode,
  loop: EventLoop,
  random: Random,
  owner: Owner,
  events: EngineEvents,
): Engine {
  let last = 0
  const setImmediate = (run: () => void) => {
    // In order, however long each takes.
    last = Math.max(last, loop.now() + random.next() * 2)
    loop.post(run, last - loop.now(), owner)
  }
  const { IDBFactory, IDBDatabase, IDBObjectStore, IDBTransaction, IDBKeyRange } = code.indexedDb({
    ...{ Math, Date, AbortSignal, console, structuredClone: stored },
    globalThis: { setImmediate },
  })
  const written = new Map<IDBTransaction, Write[]>()
  const asked = new Set<IDBTransaction>()

  const { transaction, createObjectStore } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...given) {
    const opened = Reflect.apply(transaction, this, given)
    if (opened.mode === 'readonly') return opened
    const writes: Write[] = []
    written.set(opened, writes)
    const ended = () => {
      written.delete(opened)
      asked.delete(opened)
    }
    opened.addEventListener('complete', () => {
      ended()
      if (writes.length > 0) events.committed(writes, opened.durability)
    })
    opened.addEventListener('abort', ended)
    return opened
  }
  IDBDatabase.prototype.createObjectStore = function (name, options) {
    events.created(this.name, name)
    return Reflect.apply(createObjectStore, this, [name, options])
  }
  const { commit } = IDBTransaction.prototype
  IDBTransaction.prototype.commit = function () {
    asked.add(this)
    Reflect.apply(commit, this, [])
  }
  const { put, delete: remove, clear } = IDBObjectStore.prototype
  const noted = <T>(
    store: IDBObjectStore,
    request: IDBRequest<T>,
    write: (at: { database: string; store: string }) => Write,
  ) => {
    const { transaction: within } = store
    const fills = events.isFull()
    request.addEventListener('success', () => {
      written.get(within)?.push(write({ database: within.db.name, store: store.name }))
      const one = written.get(within)?.at(-1)
      if (fills && one?.kind === 'put') fail(within)
      events.wrote()
    })
    return request
  }
  IDBObjectStore.prototype.put = function (value, key) {
    const copy: unknown = stored(value)
    return noted(this, Reflect.apply(put, this, [value, key]), (at) => ({
      ...at,
      kind: 'put',
      value: copy,
      key: key ?? '',
    }))
  }
  IDBObjectStore.prototype.delete = function (query) {
    const key = query instanceof IDBKeyRange ? { from: query.lower, to: query.upper } : query
    return noted(this, Reflect.apply(remove, this, [query]), (at) => ({ ...at, kind: 'delete', key }))
  }
  IDBObjectStore.prototype.clear = function () {
    return noted(this, Reflect.apply(clear, this, []), (at) => ({ ...at, kind: 'clear' }))
  }
  return {
    factory: new IDBFactory(),
    keyRange: IDBKeyRange,
    committing: () => [...asked].flatMap((one) => written.get(one) ?? []),
    abort(connection) {
      for (const one of written.keys())
        if (one.db === connection && !asked.has(one) && written.delete(one) && !one.error) one.abort()
    },
  }
}

/** Fails a transaction as a full disk does. fake-indexeddb has no public way to. */
const fail = (transaction: IDBTransaction) =>
  void Reflect.apply(Reflect.get(transaction, '_abort'), transaction, ['QuotaExceededError'])
