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
    of(owner: Owner) {
      const storage = {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem(key: string, value: string) {
          if (!owner.alive) return
          stored.set(key, value)
          changed()
        },
        removeItem(key: string) {
          if (owner.alive && stored.delete(key)) changed()
        },
      }
      return withKeys(storage, () => stored.keys())
    },
    crash() {
      stored = new Map(onDisk)
    },
  }
}

/** A storage whose own keys are those of what it stores, as `Object.keys` gives them in a browser. */
export const withKeys = <Storage extends object>(storage: Storage, keys: () => Iterable<string>): Storage =>
  new Proxy(storage, {
    ownKeys: () => [...keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
