import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'

/**
 * Counts those of one key one after another; who waits behind one that is refused is refused with it. So many at once neither
 * hold all connections, nor wait for one until it is given up and the count starts again in memory.
 */
export class SequentialLimiter extends RateLimiterPostgres {
  readonly #lastOf = new Map<string | number, Promise<RateLimiterRes>>()

  override async consume(key: string | number): Promise<RateLimiterRes> {
    const before = this.#lastOf.get(key)
    const mine = before ? before.then(() => super.consume(key)) : super.consume(key)
    this.#lastOf.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.#lastOf.get(key) === mine) this.#lastOf.delete(key)
    }
  }
}
