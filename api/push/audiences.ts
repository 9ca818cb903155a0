import { type Audience, audienceOf, visible } from '#core/model/access.ts'
import type { Push } from '#core/wire/push.ts'
import { type PushServer, roomOf, roomOfUser } from './admission.ts'
import { pushed } from './changes.ts'
import type { Listener } from './revoked-listeners.ts'

const named = (audience: 'office' | 'own') =>
  new Set(pushed.filter((one) => one.audience === audience).map((one) => one.name))
const officeOnly = named('office')
const own = named('own')

/** A push as one listener may have it; undefined where it holds nothing that they may have. */
export function asSeenBy({ userId, role }: Pick<Listener, 'userId' | 'role'>, push: Push): Push | undefined {
  return own.has(push.projection) ? ownPart(userId, push) : asSeenAmong(audienceOf(role), push)
}

/** Gives a push to the sockets of a company that this process holds. */
export function emitTo(io: PushServer, companyId: string, push: Push) {
  if (own.has(push.projection)) return emitOwn(io, companyId, push)
  for (const audience of ['office', 'team'] as const) {
    const seen = asSeenAmong(audience, push)
    if (seen) io.to(roomOf(companyId, audience)).emit('changed', seen)
  }
}

function asSeenAmong(audience: Audience, push: Push): Push | undefined {
  if (audience === 'team' && officeOnly.has(push.projection)) return undefined
  return { ...push, rows: push.rows.map((row) => visible(audience, row)) }
}

/** That too much changed says nothing of what, and is told to everyone; rows go each to the sockets of the one whose they are. */
function emitOwn(io: PushServer, companyId: string, push: Push) {
  if (push.stale) return io.to([roomOf(companyId, 'office'), roomOf(companyId, 'team')]).emit('changed', push)
  for (const userId of new Set([...push.rows.flatMap((row) => ownerOf(row) ?? []), ...push.removed])) {
    const seen = ownPart(userId, push)
    if (seen) io.to(roomOfUser({ userId })).emit('changed', seen)
  }
}

function ownPart(userId: string, push: Push): Push | undefined {
  const rows = push.rows.filter((row) => ownerOf(row) === userId)
  const removed = push.removed.filter((key) => key === userId)
  return push.stale || rows.length + removed.length > 0 ? { ...push, rows, removed } : undefined
}

/** Whose a row is, of a projection whose rows are each one person's. */
const ownerOf = (row: object): string | undefined =>
  'userId' in row && typeof row.userId === 'string' ? row.userId : undefined
