import { createHash } from 'node:crypto'
import type { EventLoop, Owner } from '#test/simulation/clock/event-loop.ts'
import type { Random } from '#test/simulation/clock/random.ts'

/** 20 November 2026, 07:00 in London: when every simulated day begins. */
export const begin = Date.parse('2026-11-20T07:00:00.000Z')

/** The clocks of a page: `ahead` is how far the device's clock is ahead of the true time. */
export function pageClocks(loop: EventLoop, owner: Owner, ahead: () => number) {
  const now = () => Math.floor(begin + loop.now() + ahead())
  const PageDate = new Proxy(Date, {
    construct: (date, given) => Reflect.construct(date, given.length === 0 ? [now()] : given),
    get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
  })
  let last = 0
  const cancels = new Map<number, () => void>()
  const setTimeout = (run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
    last += 1
    const id = last
    cancels.set(
      id,
      loop.post(
        () => {
          cancels.delete(id)
          run(...given)
        },
        delay,
        owner,
      ),
    )
    return id
  }
  const clear = (id: number) => {
    cancels.get(id)?.()
    cancels.delete(id)
  }
  const setInterval = (run: () => void, delay: number) => {
    last += 1
    const id = last
    const again = () =>
      cancels.set(
        id,
        loop.post(
          () => {
            again()
            run()
          },
          delay,
          owner,
        ),
      )
    again()
    return id
  }
  const timeout = (delay: number) => {
    const ending = new AbortController()
    setTimeout(() => ending.abort(new DOMException('The operation timed out.', 'TimeoutError')), delay)
    return ending.signal
  }
  return {
    Date: PageDate,
    setTimeout,
    clearTimeout: clear,
    setInterval,
    clearInterval: clear,
    AbortSignal: { timeout, any: (signals: AbortSignal[]) => AbortSignal.any(signals) },
    performance: { now: () => loop.now() },
  }
}

/** Randomness from the seed. */
export const pageRandomness = (random: Random) => ({
  Math: Object.create(Math, { random: { value: random.next } }),
  crypto: {
    getRandomValues: (bytes: Uint8Array) => {
      for (const place of bytes.keys()) bytes[place] = random.between(0, 255)
      return bytes
    },
    subtle: {
      digest: async (_: string, bytes: ArrayBuffer) => createHash('sha256').update(new Uint8Array(bytes)).digest(),
    },
  },
})
