import type { EventLoop, Owner } from '#test/simulation/clock/event-loop.ts'
import type { Random } from '#test/simulation/clock/random.ts'
import { fateOn, type Line, travel } from './link.ts'

/** A request as it reaches the server, and its answer. `cookie` is the refresh token. */
export type HttpRequest = { method: string; path: string; body?: string; token?: string; cookie?: string }
export type HttpAnswer = { status: number; body?: unknown; setCookie?: string }
export type HttpServer = (request: HttpRequest) => Promise<HttpAnswer>

/** The network between one device and the server, and the device's cookie. */
export type Wire = { line: Line; cookie: { value: string | undefined }; server: HttpServer; note(text: string): void }

type Sent = { method?: string; body?: string; headers?: Record<string, string>; signal?: AbortSignal }

/** How long a browser waits for a server that never answers, in milliseconds. */
const mostPatience = 120_000

/** The `fetch` of a page. */
export const pageFetch =
  (loop: EventLoop, random: Random, owner: Owner, wire: Wire) =>
  (path: string, sent: Sent = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const { line, cookie, server, note } = wire
    const { signal } = sent
    const broken = (after: number) => void loop.post(() => reject(new TypeError('Failed to fetch')), after, owner)
    const request: HttpRequest = {
      method: sent.method ?? 'GET',
      path,
      ...(sent.body === undefined ? {} : { body: sent.body }),
      ...(sent.headers?.authorization ? { token: sent.headers.authorization.replace('Bearer ', '') } : {}),
      ...(cookie.value === undefined ? {} : { cookie: cookie.value }),
    }
    const answer = (given: HttpAnswer) =>
      loop.post(
        () => {
          if (!line.online) return broken(random.between(0, 2_000))
          if (given.setCookie !== undefined) cookie.value = given.setCookie || undefined
          resolve(responseOf(given))
        },
        travel(line, random),
        owner,
      )
    /** Packets that have left arrive, whatever becomes of the page. */
    const deliver = (after: number, then: (answer: HttpAnswer) => unknown) =>
      void loop.post(() => void server(request).then(then), after)

    if (!owner.alive) return promise
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
    if (!line.online) {
      broken(random.between(0, 50))
      return promise
    }
    const there = travel(line, random)
    const whatBecomes = {
      answered: () => deliver(there, answer),
      lost: () => broken(random.between(50, 20_000)),
      'answer lost': () => deliver(there, () => broken(random.between(50, 20_000))),
      'sent twice': () => {
        deliver(there, answer)
        deliver(there + random.between(0, 60_000), () => undefined)
      },
      silent: () => {
        if (random.chance(0.5)) deliver(there, () => undefined)
        broken(mostPatience)
      },
      'refused by a proxy': () => answer({ status: 503 }),
      'answer lost by a proxy': () => deliver(there, () => answer({ status: 502 })),
      'answered by a portal': () => answer({ status: 200 }),
    }
    const fate = fateOn(line, random)
    if (request.body?.includes('commandId')) note(`sends ${idsIn(request.body)}: ${fate}`)
    whatBecomes[fate]()
    return promise
  }

/** The ends of the ids of a request's commands. */
const idsIn = (body: string) => [...body.matchAll(/"commandId":"[^"]*([^"]{6})"/g)].map(([, end]) => end).join(' ')

const responseOf = ({ status, body }: HttpAnswer) => ({
  ok: status < 400,
  status,
  headers: new Map(),
  json: async () => {
    if (body === undefined) throw new SyntaxError('Unexpected token < in JSON')
    return structuredClone(body)
  },
})
