import type { EventLoop, Owner } from '#test/simulation/clock/event-loop.ts'

type Waiting = { owner: Owner; grant(): void }

/** The Web Locks of a device: a tab that dies gives its locks back, a frozen one keeps them. */
export function deviceLocks(loop: EventLoop) {
  const holders = new Map<string, Owner>()
  const queues = new Map<string, Waiting[]>()

  const next = (name: string) => {
    if (holders.has(name)) return
    const queue = queues.get(name) ?? []
    const first = queue.shift()
    if (!first) return
    if (!first.owner.alive) return next(name)
    holders.set(name, first.owner)
    loop.post(first.grant, 0, first.owner)
  }
  const release = (name: string, owner: Owner) => {
    if (holders.get(name) !== owner) return
    holders.delete(name)
    next(name)
  }
  return {
    /** `navigator.locks` of one tab. */
    of: (owner: Owner) => ({
      request: <T>(name: string, ...rest: [{ signal?: AbortSignal }, () => Promise<T>] | [() => Promise<T>]) => {
        const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest
        const { signal } = options
        const { promise, resolve, reject } = Promise.withResolvers<T>()
        const one: Waiting = {
          owner,
          grant: () => {
            signal?.removeEventListener('abort', giveUp)
            const done = () => release(name, owner)
            work().then(resolve, reject).finally(done)
          },
        }
        const giveUp = () => {
          const queue = queues.get(name) ?? []
          if (!queue.includes(one)) return
          queues.set(
            name,
            queue.filter((other) => other !== one),
          )
          reject(signal?.reason)
        }
        if (!owner.alive) return promise
        signal?.addEventListener('abort', giveUp)
        queues.set(name, [...(queues.get(name) ?? []), one])
        next(name)
        return promise
      },
    }),
    died(owner: Owner) {
      for (const [name, holder] of holders) if (holder === owner) release(name, owner)
    },
  }
}
export type DeviceLocks = ReturnType<typeof deviceLocks>
