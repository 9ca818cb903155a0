import type { StoredEvent } from '#core/ledger/ledger.ts'

/** Why an API key no longer works. */
export type KeyEnd = 'revoked' | 'expired' | 'maker-left'

type Key = { createdAt: string; expiresAt?: string | undefined; revokedAt?: string | undefined }

/**
 * Why a key no longer works; undefined if it does. A key belongs to the company, and somebody in its office answers for it: it ends for
 * good when the person who made it is removed or becomes a team member, even if they come back.
 */
export function endOfKey(key: Key, eventsOfMaker: readonly StoredEvent[], now: string): KeyEnd | undefined {
  if (key.revokedAt !== undefined) return 'revoked'
  if (eventsOfMaker.some((event) => event.recordedAt >= key.createdAt && endsKeys(event))) return 'maker-left'
  return key.expiresAt !== undefined && key.expiresAt <= now ? 'expired' : undefined
}

const endsKeys = (event: StoredEvent) =>
  event.type === 'MemberRemoved' || (event.type === 'RoleChanged' && event.data.to === 'team')
