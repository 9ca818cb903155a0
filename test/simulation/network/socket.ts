import type { EventLoop, Owner } from '#test/simulation/clock/event-loop.ts'
import type { Random } from '#test/simulation/clock/random.ts'
import { type Line, travel } from './link.ts'

/** The server's end of a socket. */
export type ServerEnd = { heard(event: string, ...given: unknown[]): void; gone(): void }
/** The client's end, as the server sees it. */
export type ClientEnd = { tell(event: string, given: unknown): void; cut(): void }
export type SocketServer = (token: string, client: ClientEnd) => ServerEnd | undefined

type Auth = (give: (held: { token?: string }) => void) => void
type Handler = (...given: unknown[]) => void

/** After how many milliseconds each end notices that the other has gone. */
const noticedAfter = { least: 1_000, most: 45_000 }

/** Milliseconds between the server's pings. */
const betweenPings = 3_000

function emitter() {
  const handlers = new Map<string, Handler[]>()
  const of = (event: string) => handlers.get(event) ?? []
  return {
    on: (event: string, handler: Handler) => void handlers.set(event, [...of(event), handler]),
    off: (event: string, handler: Handler) =>
      void handlers.set(
        event,
        of(event).filter((one) => one !== handler),
      ),
    fire: (event: string, ...given: unknown[]) => {
      for (const handler of of(event)) handler(...given)
    },
  }
}

/** socket.io's client, over the line of a device: messages arrive in order or not at all. */
export const pageSocket = (loop: EventLoop, random: Random, owner: Owner, line: Line, server: SocketServer) => {
  const connections = new Set<() => void>()
  const io = ({ auth }: { auth: Auth }) => {
    const { fire, ...listening } = emitter()
    const { fire: fireOfManager, ...manager } = emitter()
    let wanted = true
    let end: { server: ServerEnd; last: number; alive: boolean } | undefined
    let attempt = 0

    const later = (work: () => void, least: number, most: number) => loop.post(work, random.between(least, most), owner)
    const socket = {
      connected: false,
      active: true,
      ...listening,
      io: manager,
      emit(event: string, ...given: unknown[]) {
        const here = end
        if (!here || !socket.connected || !line.online || line.mute) return
        const sent = given.map((one) => (typeof one === 'function' ? one : structuredClone(one)))
        here.last = Math.max(here.last, loop.now() + travel(line, random))
        loop.post(
          () => here.alive && here.server.heard(event, ...sent.map((one) => acknowledged(here, one))),
          here.last - loop.now(),
        )
      },
      connect() {
        wanted = true
        socket.active = true
        if (!socket.connected) begin()
      },
      disconnect() {
        wanted = false
        socket.active = false
        drop('io client disconnect')
      },
    }
    const acknowledged = (here: NonNullable<typeof end>, one: unknown) =>
      typeof one === 'function' ? (given: unknown) => arrive(here, () => one(structuredClone(given))) : one
    const arrive = (here: NonNullable<typeof end>, work: () => void) => {
      if (!line.online || line.mute || random.chance(line.loss / 20)) return void lose(here)
      here.last = Math.max(here.last, loop.now() + travel(line, random))
      loop.post(() => here.alive && here === end && work(), here.last - loop.now(), owner)
    }
    /** The line is broken: nothing more arrives, and each end notices later. */
    const lose = (here: NonNullable<typeof end>) => {
      if (!here.alive) return
      here.alive = false
      loop.post(() => here.server.gone(), random.between(noticedAfter.least, noticedAfter.most))
      later(() => here === end && drop('transport close'), noticedAfter.least, noticedAfter.most)
    }
    const ping = (here: NonNullable<typeof end>) =>
      void loop.post(() => {
        if (!here.alive || here !== end) return
        arrive(here, () => fireOfManager('ping'))
        ping(here)
      }, betweenPings)
    const drop = (reason: string) => {
      const here = end
      end = undefined
      attempt += 1
      if (here?.alive) {
        here.alive = false
        here.server.gone()
      }
      socket.active = wanted && reason !== 'io server disconnect'
      if (socket.connected) {
        socket.connected = false
        fire('disconnect', reason)
      }
      if (socket.active) later(begin, 1_000, 5_000)
    }
    const failed = (here: number) => {
      if (here !== attempt || !wanted) return
      fire('connect_error')
      later(begin, 1_000, 5_000)
    }
    const begin = () => {
      if (!wanted || end) return
      attempt += 1
      const here = attempt
      if (!line.online || line.mute || random.chance(line.loss)) return void later(() => failed(here), 50, 20_000)
      auth(({ token }) => later(() => here === attempt && admitted(here, token ?? ''), 5, line.slowest))
    }
    const admitted = (here: number, token: string) => {
      const mine: { alive: boolean; last: number; server?: ServerEnd } = { alive: true, last: 0 }
      const client: ClientEnd = {
        tell: (event, given) => opened && arrive(opened, () => fire(event, structuredClone(given))),
        cut: () => opened && arrive(opened, () => drop('io server disconnect')),
      }
      const its = server(token, client)
      if (!its) {
        socket.active = false
        fire('connect_error')
        return
      }
      const opened = Object.assign(mine, { server: its })
      end = opened
      connections.add(() => lose(opened))
      arrive(opened, () => {
        if (here !== attempt) return
        socket.connected = true
        fire('connect')
        ping(opened)
      })
    }
    loop.post(begin, 0, owner)
    return socket
  }
  return {
    io,
    /** Breaks every connection of this page. */
    cut() {
      for (const one of connections) one()
      connections.clear()
    },
  }
}
