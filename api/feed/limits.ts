import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpFailure } from '#api/http/errors.ts'
import { addressBlock } from '#api/rights/rate-limits.ts'

/** Durations in seconds. Generous: no calendar refreshes every 30 seconds, and nobody mistypes 30 links in 15 minutes. */
const readLimit = { points: 120, duration: 60 * 60 }
const missLimit = { points: 30, duration: 15 * 60 }

/** Limits per process: a link has 256 random bits, so these only limit the work of serving it. */
export function feedLimits() {
  const reads = new RateLimiterMemory(readLimit)
  const misses = new RateLimiterMemory(missLimit)
  return {
    /** Counts a read of a person's link; throws 429 if there were too many. */
    read: (userId: string) => reads.consume(userId).catch(refuse),
    /**
     * Counts an unknown link; throws 429 if there were too many from an address. Valid links are not limited by address, because
     * an office or a calendar service reads many people's links from one address.
     */
    missed: (address: string) => misses.consume(addressBlock(address)).catch(refuse),
  }
}

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
  const error = 'This calendar has been requested too often. Please try again later.'
  throw new HttpFailure(429, { error, code: 'too-many-attempts' }, { 'Retry-After': String(seconds) })
}
