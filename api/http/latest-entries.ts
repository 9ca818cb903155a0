/** Entries by key, of which only the latest used are kept. */
export type Latest<V> = {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
}

/** Keeps at most so many entries: whatever was used longest ago goes first. */
export function keepLatest<V>(most: number): Latest<V> {
  const entries = new Map<string, V>()
  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      // A map has its entries in the order in which they were set.
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      for (const oldest of entries.keys()) {
        if (entries.size <= most) break
        entries.delete(oldest)
      }
    },
    delete: (key) => void entries.delete(key),
  }
}
