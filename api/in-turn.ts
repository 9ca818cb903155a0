import pLimit, { type LimitFunction } from 'p-limit'

/**
 * Lets work of one company run one at a time in this process, so that its writers wait in memory and not on connections of
 * the pool for the lock on the company's head. Companies do not wait for each other.
 */
export function takeTurns() {
  const turns = new Map<string, LimitFunction>()
  return async <T>(companyId: string, work: () => Promise<T>): Promise<T> => {
    const turn = turns.get(companyId) ?? pLimit(1)
    turns.set(companyId, turn)
    try {
      return await turn(work)
    } finally {
      if (turn.activeCount + turn.pendingCount === 0) turns.delete(companyId)
    }
  }
}
