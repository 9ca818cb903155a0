import { retryOnConflict } from '#api/commands/decide-and-append.ts'
import { createCompanyQueue } from '#api/http/company-queue.ts'

const queue = createCompanyQueue()

/**
 * Runs a company's invitations one at a time, each with {@link retryOnConflict}. Every invitation depends on who is already in
 * the company, so concurrent ones would make each other retry until one gave up.
 */
export const queueInvitation = <T>(companyId: string, attempt: () => Promise<T>): Promise<T> =>
  queue(companyId, () => retryOnConflict(attempt))
