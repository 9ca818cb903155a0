import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpFailure } from '#api/http/errors.ts'
import { addressBlock } from '#api/rights/rate-limits.ts'

/** Durations in seconds. Generous for a person with a phone. */
const readLimit = { points: 300, duration: 60 * 60 }
/** A page may show many pictures, and browsers read them again each time it is opened. */
const pictureLimit = { points: 6_000, duration: 60 * 60 }
const changeLimit = { points: 30, duration: 60 * 60 }
const missLimit = { points: 30, duration: 15 * 60 }

/** Limits per process: a link has 256 random bits, so these only limit the work of serving it. */
export function tenantLimits() {
  const reads = new RateLimiterMemory(readLimit)
  const pictures = new RateLimiterMemory(pictureLimit)
  const changes = new RateLimiterMemory(changeLimit)
  const misses = new RateLimiterMemory(missLimit)
  return {
    /** Counts that a link was opened; throws 429 if it was too often. */
    read: (linkId: string) => reads.consume(linkId).catch(refuse),
    /** Counts a picture of a page. */
    picture: (linkId: string) => pictures.consume(linkId).catch(refuse),
    /** Counts what is sent by a link. */
    change: (linkId: string) => changes.consume(linkId).catch(refuse),
    /**
     * Counts a link that is none; throws 429 if there were too many from an address. Links that work are not limited by address, as many
     * people may share one.
     */
    missed: (address: string) => misses.consume(addressBlock(address)).catch(refuse),
  }
}

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
  const error = 'This page has been opened too many times. Please try again later, or call us.'
  throw new HttpFailure(429, { error, code: 'too-many-attempts' }, { 'Retry-After': String(seconds) })
}
