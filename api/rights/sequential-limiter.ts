import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'

/**
 * Counts the requests of one key one after another; those queued behind a refused one are refused with it. A burst can then
 * neither occupy all connections nor time out waiting for one, which would restart the count in memory.
 */
export class SequentialLimiter extends RateLimiterPostgres {
  readonly #latest = new Map<string | number, Promise<RateLimiterRes>>()

  override async consume(
    key: string | number,
    points?: number,
    options?: Record<string, number>,
  ): Promise<RateLimiterRes> {
    const previous = this.#latest.get(key)
    const count = () => super.consume(key, points, options)
    const current = previous ? previous.then(count) : count()
    this.#latest.set(key, current)
    try {
      return await current
    } finally {
      if (this.#latest.get(key) === current) this.#latest.delete(key)
    }
  }
}
