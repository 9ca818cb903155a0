import type { Entry } from '#web/sync/outbox/outbox.ts'
import type { Asker } from './ledger-state.ts'

/** The person and time for deciding on a command of this device. */
export const contextOf = (asker: Asker, { happenedAt }: Pick<Entry, 'happenedAt'>) => ({
  actorId: asker.userId,
  actorRole: asker.userRole,
  companyId: asker.companyId,
  at: happenedAt,
  facts: {},
})
