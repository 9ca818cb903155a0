import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpFailure } from '#api/http/errors.ts'
import type { Services } from '#api/services/services.ts'
import { SequentialLimiter } from './sequential-limiter.ts'

const quarterHour = 15 * 60
const hour = 60 * 60

export type Limits = {
  /**
   * Counts a sign-in before its password is checked, so that parallel guesses gain nothing; throws 429 if there were too many.
   * Call the returned function if it succeeds: it is then not counted as a failure.
   */
  signIn(email: string, address: string): Promise<() => Promise<void>>
  /** Counts a registration; throws 429 if there were too many. */
  registration(address: string): Promise<void>
  /** Counts a request for a new password; throws 429 if there were too many for one email or from one address. */
  forgotten(email: string, address: string): Promise<void>
  /** Counts a link before it is looked up, as {@link signIn} does. */
  link(address: string): Promise<() => Promise<void>>
  /** Counts an external sign-in before the provider is asked, as {@link signIn} does. */
  external(address: string): Promise<() => Promise<void>>
  /** Counts an invitation; throws 429 if a company sent too many. */
  invitation(companyId: string): Promise<void>
}

/** Limits shared by all API processes, kept in the database; while it is down, each process counts on its own. */
export function createLimits({ authPool, config }: Pick<Services, 'authPool' | 'config'>): Limits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new SequentialLimiter({
      storeClient: authPool,
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
    })
  const accounts = limiter('login-account', config.loginFailures, quarterHour)
  const addresses = limiter('login-address', config.loginFailures, quarterHour)
  const registrations = limiter('register-address', config.registrations, hour)
  const forgotten = limiter('forgot-account', config.loginFailures, hour)
  const forgottenFrom = limiter('forgot-address', config.loginFailures * 2, hour)
  const links = limiter('link-address', config.loginFailures, quarterHour)
  const externals = limiter('external-address', config.loginFailures, quarterHour)
  const invitations = limiter('invite-company', config.registrations * 2, hour)

  /** Counts attempts from an address, and uncounts those that succeed. */
  const attemptFrom = (limiter: SequentialLimiter) => async (address: string) => {
    const block = addressBlock(address)
    await consume([limiter, block])
    return async () => void (await limiter.reward(block))
  }

  return {
    async signIn(email, address) {
      const account = digestOf(email)
      const block = addressBlock(address)
      await consume([accounts, account], [addresses, block])
      return async () => {
        await Promise.all([accounts.delete(account), addresses.reward(block)])
      }
    },
    async registration(address) {
      await consume([registrations, addressBlock(address)])
    },
    async forgotten(email, address) {
      await consume([forgotten, digestOf(email)], [forgottenFrom, addressBlock(address)])
    },
    link: attemptFrom(links),
    external: attemptFrom(externals),
    async invitation(companyId) {
      await consume([invitations, companyId])
    },
  }
}

/** Counts all of these, and throws 429 if any exceeds its limit. */
async function consume(...all: readonly [SequentialLimiter, string][]) {
  const counted = await Promise.allSettled(all.map(([limiter, key]) => limiter.consume(key)))
  for (const one of counted) if (one.status === 'rejected') throw tooMany(one.reason)
}

/** The keys of all limits that count by email. */
export const rateLimitKeysOf = (email: string) =>
  ['login-account', 'forgot-account'].map((prefix) => `${prefix}:${digestOf(email)}`)

/** Limits need no readable email. */
const digestOf = (email: string) => createHash('sha256').update(email).digest('base64url')

/** An IPv4 address, or the IPv6 /56 that one customer of a provider usually has. */
export function addressBlock(address: string): string {
  if (isIP(address) === 0) return 'unknown'
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${Buffer.from(parsed.toByteArray().slice(0, 7)).toString('hex')}/56`
}

function tooMany(reason: unknown): unknown {
  if (!(reason instanceof RateLimiterRes)) return reason
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
  const minutes = Math.ceil(seconds / 60)
  const error = `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  return new HttpFailure(429, { error, code: 'too-many-attempts' }, { 'Retry-After': String(seconds) })
}
