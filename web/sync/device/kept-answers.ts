import { clear, delMany, get, promisifyRequest, type UseStore } from 'idb-keyval'
import { strictStore } from '#web/sync/storage/strict-store.ts'

/** An answer of the server as kept on this device. `at` is in milliseconds since 1970. */
type Kept = { answer: unknown; at: number }

/** How long an answer is kept after it was last read, in milliseconds, and how many of one person's are kept. */
const keptFor = 30 * 24 * 60 * 60_000
const mostKept = 400
/** Bytes of files, such as thumbnails, that are kept beside the answers. */
const mostBytes = 30_000_000

/** Answers of the server on this device, for the time without a network. One person in one role at a time owns them. */
export type KeptAnswers = {
  read(key: readonly unknown[]): Promise<unknown>
  /** Keeps an answer, unless one with a newer `seq` is kept. */
  keep(key: readonly unknown[], answer: unknown): Promise<void>
  /** Replaces an answer that is kept, in one transaction. */
  change(key: readonly unknown[], by: (answer: unknown) => unknown): Promise<void>
  isKept(key: readonly unknown[]): Promise<boolean>
  /** The keys that begin like this. */
  keys(start: readonly unknown[]): Promise<readonly (readonly unknown[])[]>
  /** The lowest seq of the answers whose keys begin like this; undefined if none has one. */
  oldest(start: readonly unknown[]): Promise<number | undefined>
  /** Deletes the answers whose keys begin like this. */
  forget(start: readonly unknown[]): Promise<void>
  /** Deletes answers of anybody else, expired ones, and the oldest beyond the limit. */
  tidy(): Promise<void>
  wipe(): Promise<void>
}

/** The answers of one owner in IndexedDB. What a browser refuses rejects the call, and never throws. */
export function keptAnswers(owner: string): KeptAnswers {
  const prefix = `${owner} `
  let opened: UseStore | undefined
  const store: UseStore = async (mode, work) => {
    // A browser that stores nothing throws here.
    opened ??= strictStore('fettle-answers', 'answers')
    return opened(mode, work)
  }
  const nameOf = (key: readonly unknown[]) => prefix + JSON.stringify(key)
  const rangeOf = (start: readonly unknown[]) => {
    const from = nameOf(start).slice(0, -1)
    return IDBKeyRange.bound(from, `${from}\uffff`)
  }
  return {
    read: async (key) => (await get<Kept>(nameOf(key), store))?.answer,
    keep: (key, answer) =>
      replace(store, nameOf(key), (kept) => (kept && seqOf(kept.answer) > seqOf(answer) ? kept.answer : answer)),
    change: (key, by) => replace(store, nameOf(key), (kept) => kept && by(kept.answer)),
    isKept: async (key) => (await store('readonly', (all) => promisifyRequest(all.count(nameOf(key))))) > 0,
    keys: async (start) => {
      const names = await store('readonly', (all) => promisifyRequest(all.getAllKeys(rangeOf(start))))
      return names.map((name) => keyIn(String(name).slice(prefix.length)))
    },
    oldest: async (start) => {
      const seqs = await ofEach(store, ({ answer }) => seqOf(answer), rangeOf(start))
      return seqs
        .filter(Number.isFinite)
        .reduce<number | undefined>((least, seq) => Math.min(least ?? seq, seq), undefined)
    },
    forget: (start) =>
      store('readwrite', (all) => {
        all.delete(rangeOf(start))
        return promisifyRequest(all.transaction)
      }),
    tidy: async () => {
      const all = await ofEach(store, ({ at, answer }, name) => ({
        ...{ name, at },
        ...(answer instanceof Blob && { bytes: answer.size }),
      }))
      const newestFirst = all.filter(({ name }) => name.startsWith(prefix)).sort((one, two) => two.at - one.at)
      const current = newestFirst.filter(({ at }) => at > Date.now() - keptFor)
      const answers = current.filter(({ bytes }) => bytes === undefined).slice(0, mostKept)
      let total = 0
      const files = current.filter(({ bytes }) => {
        total += bytes ?? 0
        return bytes !== undefined && total <= mostBytes
      })
      const staying = new Set([...answers, ...files].map(({ name }) => name))
      await delMany(
        all.flatMap(({ name }) => (staying.has(name) ? [] : [name])),
        store,
      )
    },
    wipe: () => clear(store),
  }
}

/** What `by` makes of each answer. The answers themselves may be large: one at a time is in memory. */
const ofEach = <One>(store: UseStore, by: (kept: Kept, name: string) => One, range?: IDBKeyRange) =>
  store('readonly', (all) => {
    const found: One[] = []
    const walk: IDBRequest<IDBCursorWithValue | null> = all.openCursor(range)
    walk.onsuccess = () => {
      const { result } = walk
      if (!result) return
      const kept: Kept = result.value
      found.push(by(kept, String(result.key)))
      result.continue()
    }
    return promisifyRequest(all.transaction).then(() => found)
  })

/** Replaces what is kept under a name, in one transaction; leaves it as it is if `by` returns nothing. */
const replace = (store: UseStore, name: string, by: (kept: Kept | undefined) => unknown) =>
  store('readwrite', (all) => {
    const reading: IDBRequest<Kept | undefined> = all.get(name)
    reading.onsuccess = () => {
      const answer = by(reading.result)
      if (answer !== undefined) all.put({ answer, at: Date.now() } satisfies Kept, name)
    }
    return promisifyRequest(all.transaction)
  })

const keyIn = (json: string): readonly unknown[] => {
  const key: unknown = JSON.parse(json)
  return Array.isArray(key) ? key : []
}

/** The seq of an answer that has one. */
const seqOf = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'seq' in answer && typeof answer.seq === 'number'
    ? answer.seq
    : Number.NEGATIVE_INFINITY
