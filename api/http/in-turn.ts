import pLimit, { type LimitFunction } from 'p-limit'

/**
 * Lets work of one company run one at a time in this process, so that its writers wait in memory and not on connections of
 * the pool for the lock on the company's head. Companies do not wait for each other. Throws {@link QueueFull} when so many
 * wait already that the caller had better come back.
 */
export function takeTurns(mostWaiting = 200) {
  const turns = new Map<string, LimitFunction>()
  return async <T>(companyId: string, work: () => Promise<T>): Promise<T> => {
    const turn = turns.get(companyId) ?? pLimit(1)
    if (turn.pendingCount >= mostWaiting) throw new QueueFull()
    turns.set(companyId, turn)
    try {
      return await turn(work)
    } finally {
      if (turn.activeCount + turn.pendingCount === 0) turns.delete(companyId)
    }
  }
}

/** One company's commands come faster than they can be taken. */
export class QueueFull extends Error {
  constructor() {
    super('Too many commands of this company are waiting')
    this.name = 'QueueFull'
  }
}
