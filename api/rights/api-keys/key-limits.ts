import type pg from 'pg'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { addressBlock, storedLimiter, tooMany } from '#api/rights/rate-limits.ts'

const day = 24 * 60 * 60
/** Calls that a key may make in a day, counted from its first, and in a minute at each process. Durations are in seconds. */
export const callsADay = 20_000
const perMinute = { points: 600, duration: 60 }
/** Unknown keys from one address: nobody mistypes 30 of them in a quarter of an hour. */
const misses = { points: 30, duration: 15 * 60 }

/** The limits of calls by API keys. */
export type KeyLimits = {
  /** Counts a call; throws 429 if its key has made too many. */
  called(keyId: string): Promise<void>
  /** How many calls a key has made in its present day. */
  callsToday(keyId: string): Promise<number>
  /** Counts a key that does not exist; throws 429 if there were too many from an address. Keys that exist are not limited by address. */
  missed(address: string): Promise<void>
}

const opened = new WeakMap<pg.Pool, KeyLimits>()

/** The limits of a process, by its sign-in pool. */
export function keyLimits(authPool: pg.Pool): KeyLimits {
  const known = opened.get(authPool) ?? openLimits(authPool)
  opened.set(authPool, known)
  return known
}

function openLimits(authPool: pg.Pool): KeyLimits {
  const daily = storedLimiter(authPool, 'api-key-day', callsADay, day)
  const [minutely, unknown] = [new RateLimiterMemory(perMinute), new RateLimiterMemory(misses)]
  return {
    async called(keyId) {
      await minutely.consume(keyId).catch(refuse)
      await daily.consume(keyId).catch(refuse)
    },
    callsToday: async (keyId) => (await daily.get(keyId))?.consumedPoints ?? 0,
    missed: async (address) => void (await unknown.consume(addressBlock(address)).catch(refuse)),
  }
}

function refuse(reason: unknown): never {
  throw reason instanceof RateLimiterRes ? tooMany(reason.msBeforeNext) : reason
}
