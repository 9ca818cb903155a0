import type { EventLoop } from '#test/simulation/clock/event-loop.ts'
import { cookieWritten } from '#test/simulation/device/cookie.ts'

/** Keeps, apart from the product, who is signed in on each device: they signed in there and nothing has ended it since. */
export function heldSessions(loop: EventLoop) {
  const held = new Map<string, { userId: string; since: number }>()
  /** When each device was last asked to log out, and each person last removed. */
  const ended = new Map<string, number>()
  return {
    /** Somebody who asked at `askedAt` is signed in now, unless they have logged out or been removed since. */
    entered(device: string, userId: string, askedAt: number) {
      held.delete(device)
      const isEnded = [device, userId].some((one) => (ended.get(one) ?? -1) >= askedAt)
      if (!isEnded) held.set(device, { userId, since: loop.now() })
    },
    /** The person asks to log out of a device: nobody has to be signed in there any more. */
    asksToLeave(device: string) {
      ended.set(device, loop.now())
      held.delete(device)
    },
    /** A person is removed from the company. */
    removed(userId: string) {
      ended.set(userId, loop.now())
      for (const [device, one] of held) if (one.userId === userId) held.delete(device)
    },
    /** The browser is killed: a sign-in of the last seconds was not on its disk. */
    killed(device: string) {
      const one = held.get(device)
      if (one && loop.now() - one.since <= cookieWritten) held.delete(device)
    },
    /** The person who has to be signed in on a device. */
    on: (device: string) => held.get(device)?.userId,
  }
}
export type HeldSessions = ReturnType<typeof heldSessions>
