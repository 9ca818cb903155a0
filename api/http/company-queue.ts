import pLimit, { type LimitFunction } from 'p-limit'

/** Runs a piece of a company's work after the pieces queued before it. */
export type CompanyQueue = <T>(companyId: string, work: () => Promise<T>) => Promise<T>

/**
 * A queue per company: in this process each company's work runs one piece at a time, so that writers queue in memory rather
 * than hold a pool connection while they wait for the lock on the company's head. Companies do not wait for each other. Throws
 * {@link QueueFull} if a company has `maxPending` pieces waiting.
 */
export function createCompanyQueue(maxPending = 200): CompanyQueue {
  const queues = new Map<string, LimitFunction>()
  return async (companyId, work) => {
    const queue = queues.get(companyId) ?? pLimit(1)
    if (queue.pendingCount >= maxPending) throw new QueueFull()
    queues.set(companyId, queue)
    try {
      return await queue(work)
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(companyId)
    }
  }
}

/** A company's commands arrive faster than they can be handled. */
export class QueueFull extends Error {
  constructor() {
    super('Too many commands of this company are waiting')
    this.name = 'QueueFull'
  }
}
