import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval'

/** An answer of the server as kept on this device. `at` is in milliseconds since 1970. */
type Kept = { answer: unknown; at: number }

/** How long an answer is kept after it was last read, in milliseconds, and how many of one person's are kept. */
const keptFor = 30 * 24 * 60 * 60_000
const mostKept = 400

/** Answers of the server on this device, for the time without a network. One person in one role at a time owns them. */
export type KeptAnswers = {
  read(key: readonly unknown[]): Promise<unknown>
  keep(key: readonly unknown[], answer: unknown): Promise<void>
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
    opened ??= createStore('fettle-answers', 'answers')
    return opened(mode, work)
  }
  const nameOf = (key: readonly unknown[]) => prefix + JSON.stringify(key)
  return {
    read: async (key) => (await get<Kept>(nameOf(key), store))?.answer,
    keep: (key, answer) => set(nameOf(key), { answer, at: Date.now() } satisfies Kept, store),
    tidy: async () => {
      const all = await entries<string, Kept>(store)
      const newestFirst = all.filter(([name]) => name.startsWith(prefix)).sort(([, one], [, two]) => two.at - one.at)
      const isCurrent = ({ at }: Kept) => at > Date.now() - keptFor
      const staying = new Set(
        newestFirst
          .filter(([, kept]) => isCurrent(kept))
          .slice(0, mostKept)
          .map(([name]) => name),
      )
      await Promise.all(all.flatMap(([name]) => (staying.has(name) ? [] : [del(name, store)])))
    },
    wipe: () => clear(store),
  }
}
