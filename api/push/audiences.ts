import { type Audience, visible } from '#core/access.ts'
import type { Push } from '#core/wire.ts'
import { type PushServer, roomOf } from './admission.ts'
import { pushed } from './changes.ts'

const officeOnly = new Set(pushed.filter((one) => one.audience === 'office').map((one) => one.name))

/** A push as an audience may have it; undefined where it may not have the projection at all. */
export function asSeenBy(audience: Audience, push: Push): Push | undefined {
  if (audience === 'team' && officeOnly.has(push.projection)) return undefined
  return { ...push, rows: push.rows.map((row) => visible(audience, row)) }
}

/** Gives a push to the sockets of a company that this process holds. */
export function emitTo(io: PushServer, companyId: string, push: Push) {
  for (const audience of ['office', 'team'] as const) {
    const seen = asSeenBy(audience, push)
    if (seen) io.to(roomOf(companyId, audience)).emit('changed', seen)
  }
}
