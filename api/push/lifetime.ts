import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Services } from '#api/services/services.ts'
import { holderOf, type PushSocket } from './admission.ts'

const mostMessages = 100

/** Disconnects a socket that sends more messages than a person's device ever would. */
export function limitMessages(socket: PushSocket) {
  const limiter = new RateLimiterMemory({ points: mostMessages, duration: 60 })
  socket.use((_message, next) => {
    limiter.consume(socket.id).then(
      () => next(),
      () => socket.disconnect(true),
    )
  })
}

/** Disconnects a socket when its token expires, unless it was renewed. */
export function cutWhenExpired(socket: PushSocket) {
  let timer: NodeJS.Timeout
  const look = () => {
    const left = socket.data.expiresAt - Date.now()
    if (left <= 0) return void socket.disconnect(true)
    timer = setTimeout(look, left)
  }
  look()
  socket.once('disconnect', () => clearTimeout(timer))
}

/** Extends a socket's life to that of a fresh token of the same person and role; false if the token is not one. */
export async function renew(services: Services, socket: PushSocket, token: unknown): Promise<boolean> {
  const held = typeof token === 'string' ? await holderOf(services, token) : undefined
  const { userId, companyId, role } = socket.data
  if (held?.userId !== userId || held.companyId !== companyId || held.role !== role) return false
  Object.assign(socket.data, held)
  return true
}
