import type { EventLoop, Owner } from '#test/simulation/clock/event-loop.ts'

/** How long a browser may take to write localStorage to the disk, in milliseconds. */
const written = 4_000

/** The localStorage of a device; a killed browser forgets the last seconds of it. */
export function deviceLocalStorage(loop: EventLoop) {
  let stored = new Map<string, string>()
  let onDisk = new Map<string, string>()
  const changed = () => {
    loop.post(() => {
      onDisk = new Map(stored)
    }, written)
  }
  return {
    /** `localStorage` of one tab. */
    of: (owner: Owner) => ({
      get length() {
        return stored.size
      },
      key: (place: number) => [...stored.keys()][place] ?? null,
      getItem: (key: string) => stored.get(key) ?? null,
      setItem(key: string, value: string) {
        if (!owner.alive) return
        stored.set(key, value)
        changed()
      },
      removeItem(key: string) {
        if (!owner.alive) return
        stored.delete(key)
        changed()
      },
    }),
    crash() {
      stored = new Map(onDisk)
    },
  }
}
