import type { EventLoop, Owner } from '#test/simulation/clock/event-loop.ts'
import type { Random } from '#test/simulation/clock/random.ts'
import { type HttpAnswer, sendOver, type Wire } from './http.ts'

type Sent = { method?: string; body?: string; headers?: Record<string, string>; signal?: AbortSignal }

/** The `fetch` of a page. */
export const pageFetch =
  (loop: EventLoop, random: Random, owner: Owner, wire: Wire) =>
  (path: string, { method = 'GET', body, headers, signal }: Sent = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (!owner.alive) return promise
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
    const token = headers?.authorization?.replace('Bearer ', '')
    const request = { method, path, ...(body === undefined ? {} : { body }), ...(token ? { token } : {}) }
    sendOver({ loop, random, owner, wire }, request, {
      answered: (given) => resolve(responseOf(given)),
      broken: () => reject(new TypeError('Failed to fetch')),
      isGone: () => signal?.aborted === true,
    })
    return promise
  }

const responseOf = ({ status, body }: HttpAnswer) => ({
  ok: status < 400,
  status,
  headers: new Map(),
  json: async () => {
    if (body === undefined) throw new SyntaxError('Unexpected token < in JSON')
    return structuredClone(body)
  },
})
