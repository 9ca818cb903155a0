import type { EventLoop, Owner } from '#test/simulation/clock/event-loop.ts'
import type { Random } from '#test/simulation/clock/random.ts'

type Message = { data: unknown }
type Listener = (message: Message) => void
type Open = { name: string; owner: Owner; tell(message: Message): void }

/** How many messages a browser loses: sleeping tabs miss some. */
const lost = 0.03

/** The BroadcastChannels of a device, between its living tabs. */
export function deviceChannels(loop: EventLoop, random: Random) {
  const open = new Set<Open>()
  return {
    /** The class `BroadcastChannel` of one tab. */
    of: (owner: Owner) =>
      class {
        onmessage: Listener | null = null
        readonly #listeners = new Set<Listener>()
        readonly #here: Open

        constructor(name: string) {
          this.#here = {
            name,
            owner,
            tell: (message) => {
              this.onmessage?.(message)
              for (const listener of this.#listeners) listener(message)
            },
          }
          open.add(this.#here)
        }
        addEventListener(_: 'message', listener: Listener) {
          this.#listeners.add(listener)
        }
        removeEventListener(_: 'message', listener: Listener) {
          this.#listeners.delete(listener)
        }
        postMessage(data: unknown) {
          if (!owner.alive) return
          const message = { data: structuredClone(data) }
          for (const other of open) {
            if (other === this.#here || other.name !== this.#here.name || random.chance(lost)) continue
            loop.post(() => other.tell(message), random.between(0, 20), other.owner)
          }
        }
        close() {
          open.delete(this.#here)
        }
      },
    died(owner: Owner) {
      for (const one of open) if (one.owner === owner) open.delete(one)
    },
  }
}
export type DeviceChannels = ReturnType<typeof deviceChannels>
