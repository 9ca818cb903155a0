import type { EventLoop, Owner } from '#test/simulation/clock/event-loop.ts'
import type { Random } from '#test/simulation/clock/random.ts'
import { fateOn, type Line, travel } from './link.ts'
import type { PhotoForm } from './photo-file.ts'

/** A request as it reaches the server, and its answer. `cookie` is the refresh token, `leftAt` when it left its page. */
export type HttpRequest = PageRequest & { cookie?: string; leftAt: number }
/** What a page asks. */
export type PageRequest = {
  method: string
  path: string
  body?: string | Uint8Array<ArrayBuffer> | PhotoForm
  token?: string
}
export type HttpAnswer = { status: number; body?: unknown; setCookie?: string }
export type HttpServer = (request: HttpRequest) => Promise<HttpAnswer>

/** The refresh cookie of a browser. An empty one removes it. */
export type Cookie = { value(): string | undefined; set(given: string): void }

/** The network between one device and the server, and the device's cookie. */
export type Wire = { line: Line; cookie: Cookie; server: HttpServer; note(text: string): void }

/** A page that waits for an answer. Neither is called once it `isGone`. */
export type Waiting = { answered(answer: HttpAnswer): void; broken(): void; isGone(): boolean }

/** How long a browser waits for a server that never answers, in milliseconds. */
const mostPatience = 120_000

/** Sends one request of a page, and lets it have its fate on the line. */
export function sendOver(
  { loop, random, owner, wire }: { loop: EventLoop; random: Random; owner: Owner; wire: Wire },
  sent: PageRequest,
  waiting: Waiting,
) {
  const { line, cookie, server, note } = wire
  const value = cookie.value()
  const request: HttpRequest = { ...sent, leftAt: loop.now(), ...(value === undefined ? {} : { cookie: value }) }
  const broken = (after: number) => void loop.post(() => waiting.isGone() || waiting.broken(), after, owner)
  /** The browser keeps a cookie even if the page is frozen; a page that is dead or has given up has no answer. */
  const answer = (given: HttpAnswer) =>
    loop.post(
      () => {
        if (!line.online) return broken(random.between(0, 2_000))
        if (!owner.alive || waiting.isGone()) return
        if (given.setCookie !== undefined) cookie.set(given.setCookie)
        loop.post(() => waiting.isGone() || waiting.answered(given), 0, owner)
      },
      travel(line, random),
    )
  /** Packets that have left arrive, whatever becomes of the page. */
  const deliver = (after: number, then: (answer: HttpAnswer) => unknown) =>
    void loop.post(
      () =>
        void server(request).then((given) => {
          if (about && given.status >= 400) note(`${about}: the server answers ${given.status}`)
          then(given)
        }),
      after,
    )

  const about = whatIn(request)
  if (!line.online) return broken(random.between(0, 50))
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
  if (about) note(`${about}: ${fate}`)
  whatBecomes[fate]()
}

/** What a request is about, if a reader of the trace wants to know. */
function whatIn({ method, path, body }: HttpRequest): string | undefined {
  if (typeof body === 'string' && body.includes('commandId'))
    return `sends ${[...body.matchAll(/"commandId":"[^"]*([^"]{6})"/g)].map(([, end]) => end).join(' ')}`
  if (path.includes('/upload')) return `${method} ${path.replace(/^.*?\/upload/, '/upload').replace(/\?.*/, '')}`
  return path.startsWith('/api/auth/') ? `asks ${path}` : undefined
}
