import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpFailure } from '#api/http/errors.ts'
import { addressBlock, storedLimiter } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'

const hour = 60 * 60
/** Many people may share one address; a company with a storm over its homes still gets every report. */
const [byAddress, byCompany] = [20, 300]
/** Mails to one mailbox in a day. */
const byMailbox = 5

/** How often the pages are opened and reports are sent. Reports are counted by all processes together. */
export function reportLimits({ authPool }: Pick<Services, 'authPool'>) {
  const reads = new RateLimiterMemory({ points: 600, duration: hour })
  const misses = new RateLimiterMemory({ points: 30, duration: hour / 4 })
  const addresses = storedLimiter(authPool, 'report-address', byAddress, hour)
  const companies = storedLimiter(authPool, 'report-company', byCompany, hour)
  const mailboxes = storedLimiter(authPool, 'report-mail', byMailbox, 24 * hour)
  return {
    /** Whether a mailbox, by its digest, may get one more mail today. */
    mayMail: (mailbox: string) =>
      mailboxes.consume(mailbox).then(
        () => true,
        (reason: unknown) => (reason instanceof RateLimiterRes ? false : Promise.reject(reason)),
      ),
    /** Counts that somebody at an address opened a page. */
    read: (address: string) => reads.consume(addressBlock(address)).catch(refuse),
    /** Counts an address of no page. */
    missed: (address: string) => misses.consume(addressBlock(address)).catch(refuse),
    /** Counts a report that is about to be taken. */
    async report(address: string, companyId: string) {
      await addresses.consume(addressBlock(address)).catch(refuse)
      await companies.consume(companyId).catch(refuse)
    },
  }
}

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
  const error = 'Too many reports have been sent from here. Please try again later, or call us.'
  throw new HttpFailure(429, { error, code: 'too-many-attempts' }, { 'Retry-After': String(seconds) })
}
