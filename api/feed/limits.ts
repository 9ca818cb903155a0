import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpFailure } from '#api/http/errors.ts'
import { addressBlock } from '#api/rights/rate-limits.ts'

/** No calendar asks more often than every half minute, and nobody mistypes more links than this in a quarter of an hour. */
const mostReads = { points: 120, duration: 60 * 60 }
const mostMisses = { points: 30, duration: 15 * 60 }

/** Holds for each process by itself: a link has 256 random bits, and what is limited is the work that it makes. */
export function feedLimits() {
  const reads = new RateLimiterMemory(mostReads)
  const misses = new RateLimiterMemory(mostMisses)
  return {
    /** Counts a reading of somebody's link; throws 429 when there were too many. */
    read: (userId: string) => reads.consume(userId).catch(refuse),
    /**
     * Counts a link that was none; throws 429 when too many from an address were. One that is somebody's is read all the same:
     * an office, and a calendar service even more, asks for the links of many from one address.
     */
    missed: (address: string) => misses.consume(addressBlock(address)).catch(refuse),
  }
}

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
  const error = 'This calendar was asked for too often. Please try again later.'
  throw new HttpFailure(429, { error, code: 'too-many-attempts' }, { 'Retry-After': String(seconds) })
}
