import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import * as z from 'zod/mini'
import { verifyAccessToken } from '#api/rights/access-token.ts'
import { rightsOf } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import type { Audience } from '#core/model/access.ts'
import type { RunsPush } from '#core/wire/projections.ts'
import type { Push } from '#core/wire/push.ts'
import type { Listener } from './revoked-listeners.ts'

/** What this side hears and says. */
export type Heard = {
  /** A fresh access token, so that the socket outlives the one that it came with. */
  renew(token: unknown, answer?: unknown): void
  'caught-up'(missed: unknown, answer?: unknown): void
}
export type Said = { changed(push: Push): void; runs(push: RunsPush): void }
/** Whom a socket belongs to, and until when its token lets it live. */
export type Held = Listener & { expiresAt: number }
export type PushServer = Server<Heard, Said, DefaultEventsMap, Held>
export type PushSocket = Socket<Heard, Said, DefaultEventsMap, Held>

const mostSocketsOfUser = 10

export const roomOf = (companyId: string, audience: Audience) => `company:${companyId}:${audience}`
export const roomOfUser = ({ userId }: Pick<Listener, 'userId'>) => `user:${userId}`

const handshake = z.object({ token: z.string() })

/**
 * Lets in whoever has a good access token and rights at this moment. `follow` is awaited before, so that nothing which
 * happens after the client hears that it is connected is missing from what is carried.
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
      services.logger.warn({ err: error }, 'a socket could not be let in')
      return new Error('unavailable')
    }
  }
  io.use(async (socket, next) => next(await letIn(socket)))
}

export const isFull = (io: PushServer, held: Held) =>
  (io.sockets.adapter.rooms.get(roomOfUser(held))?.size ?? 0) >= mostSocketsOfUser

/** Who holds this token, with their rights of now; undefined for a token that is not good or has no rights behind it. */
export async function holderOf({ keys, ledgerPool }: Services, token: string | undefined): Promise<Held | undefined> {
  const claims = token && (await verifyAccessToken(keys, token))
  if (!claims) return undefined
  const rights = await rightsOf(ledgerPool, claims)
  return rights && { ...rights, expiresAt: claims.expiresAt }
}
