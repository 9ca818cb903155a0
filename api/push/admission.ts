import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import * as z from 'zod/mini'
import { verifyAccessToken } from '#api/rights/access-token.ts'
import { rightsOf } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import type { Audience } from '#core/model/access.ts'
import type { UnreadAnswer } from '#core/wire/jobs/notifications.ts'
import type { RunsPush } from '#core/wire/projections.ts'
import type { Push } from '#core/wire/push.ts'
import type { Listener } from './revoked-listeners.ts'

/** Events that the server receives. */
export type Heard = {
  /** A fresh access token, so that the socket outlives the one that it came with. */
  renew(token: unknown, answer?: unknown): void
  'caught-up'(missed: unknown, answer?: unknown): void
}
/** Events that the server sends. */
export type Said = {
  changed(push: Push): void
  runs(push: RunsPush): void
  /** How many notifications the person has not read. */
  unread(push: UnreadAnswer): void
  /** A newer socket of the same sign-in takes this one's place. */
  'given-way'(): void
}
/** The listener of a socket, and when its token expires (ms since 1970). */
export type Held = Listener & { expiresAt: number }
export type PushServer = Server<Heard, Said, DefaultEventsMap, Held>
export type PushSocket = Socket<Heard, Said, DefaultEventsMap, Held>

/** More sockets of one person are refused. */
const mostSocketsOfUser = 50
/** Of one sign-in, such as the tabs of a browser, an older socket gives way to a newer one. */
const mostSocketsOfSession = 10

export const roomOf = (companyId: string, audience: Audience) => `company:${companyId}:${audience}`
const roomOfSession = ({ sessionId }: Pick<Listener, 'sessionId'>) => `session:${sessionId}`
export const roomOfUser = ({ userId }: Pick<Listener, 'userId'>) => `user:${userId}`

/** `age` is how long ago the page began to read, in milliseconds. */
const handshake = z.object({
  token: z.string(),
  role: z.optional(z.string()),
  age: z.optional(z.number().check(z.minimum(0))),
})

/**
 * Admits a socket whose access token is valid and whose member has rights now. `follow` is awaited first, so that no change
 * after the client is told that it is connected is missed.
 */
export function admit(io: PushServer, services: Services, follow: (companyId: string) => Promise<void>) {
  const letIn = async (socket: PushSocket): Promise<Error | undefined> => {
    try {
      const held = await holderOf(services, handshake.safeParse(socket.handshake.auth).data?.token)
      if (!held) return new Error('not-signed-in')
      if (isFull(io, held)) return new Error('too-many-sockets')
      await follow(held.companyId)
      Object.assign(socket.data, held)
    } catch (error) {
      services.logger.warn({ err: error }, 'a socket could not be admitted')
      return new Error('unavailable')
    }
  }
  io.use(async (socket, next) => next(await letIn(socket)))
}

/**
 * Whether a page still has its person's former role, because it was away, or was opening its socket, when the change was announced.
 * It is disconnected, so that it renews its session.
 */
export function hasFormerRole(socket: PushSocket): boolean {
  const told = handshake.safeParse(socket.handshake.auth).data?.role
  return told !== undefined && told !== socket.data.role
}

/** How long ago the page of a socket began to read, in milliseconds; undefined if it does not say. */
export function pageAge({ handshake: { auth, issued } }: PushSocket): number | undefined {
  const age = handshake.safeParse(auth).data?.age
  return age === undefined ? undefined : age + Date.now() - issued
}

export const isFull = (io: PushServer, held: Held) =>
  (io.sockets.adapter.rooms.get(roomOfUser(held))?.size ?? 0) >= mostSocketsOfUser

/** Makes room for a socket among those of its sign-in: the oldest tab is told and disconnected. */
export function makeRoom(io: PushServer, socket: PushSocket) {
  const room = roomOfSession(socket.data)
  socket.join(room)
  const ids = [...(io.sockets.adapter.rooms.get(room) ?? [])]
  for (const id of ids.slice(0, -mostSocketsOfSession)) {
    const oldest = io.sockets.sockets.get(id)
    oldest?.emit('given-way')
    oldest?.disconnect(true)
  }
}

/** The holder of a token, with their current rights; undefined if the token is invalid or its member has none, or may not read yet. */
export async function holderOf(services: Services, token: string | undefined): Promise<Held | undefined> {
  const claims = token && (await verifyAccessToken(services.keys, token))
  if (!claims) return undefined
  const rights = await rightsOf(services, claims)
  return rights && !rights.needsSecondFactor ? { ...rights, expiresAt: claims.expiresAt } : undefined
}
