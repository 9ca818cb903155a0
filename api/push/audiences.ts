import { type Audience, audienceOf, visible } from '#core/model/access.ts'
import type { Push } from '#core/wire/push.ts'
import { type PushServer, roomOf, roomOfUser } from './admission.ts'
import { pushed } from './changes.ts'
import type { Listener } from './revoked-listeners.ts'

const audienceIs = (audience: 'office' | 'own') =>
  new Set(pushed.filter((one) => one.audience === audience).map((one) => one.name))
const officeOnly = audienceIs('office')
const own = audienceIs('own')

/** The part of a push that one listener may see; undefined if there is none. */
export function asSeenBy({ userId, role }: Pick<Listener, 'userId' | 'role'>, push: Push): Push | undefined {
  const seen = own.has(push.projection) ? ownPart(userId, push) : push
  return seen && asSeenAmong(audienceOf(role), seen)
}

/** Sends a push to this process's sockets of a company. */
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

/** A 'read again' notice carries no data and goes to everyone; rows go only to their owner's sockets. */
function emitOwn(io: PushServer, companyId: string, push: Push) {
  if (push.stale) return io.to([roomOf(companyId, 'office'), roomOf(companyId, 'team')]).emit('changed', push)
  for (const userId of new Set([...push.rows.flatMap((row) => ownerOf(row) ?? []), ...push.removed])) {
    const seen = ownPart(userId, push)
    // A person is in the room of one audience.
    for (const [audience, other] of [
      ['office', 'team'],
      ['team', 'office'],
    ] as const) {
      const shown = seen && asSeenAmong(audience, seen)
      if (shown) io.to(roomOfUser({ userId })).except(roomOf(companyId, other)).emit('changed', shown)
    }
  }
}

function ownPart(userId: string, push: Push): Push | undefined {
  const rows = push.rows.filter((row) => ownerOf(row) === userId)
  const removed = push.removed.filter((key) => key === userId)
  return push.stale || rows.length + removed.length > 0 ? { ...push, rows, removed } : undefined
}

/** The owner of a row, in a projection whose rows each belong to one person. */
function ownerOf(row: object): string | undefined {
  const owner = 'userId' in row ? row.userId : 'listOf' in row ? row.listOf : undefined
  return typeof owner === 'string' ? owner : undefined
}
