import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpFailure } from '#api/http/errors.ts'
import { countingIn } from '#api/services/counts-in-memory.ts'
import type { Services } from '#api/services/services.ts'
import { SequentialLimiter } from './sequential-limiter.ts'

const quarterHour = 15 * 60
const hour = 60 * 60

export type Limits = {
  /** Counts a registration; throws 429 if there were too many, or too many today with emails that have accounts. */
  registration(address: string): Promise<void>
  /** Counts a registration with an email that has an account. */
  knownEmail(address: string): Promise<void>
  /** Counts a request for another link that confirms an email; throws 429 if there were too many. */
  verification(userId: string): Promise<void>
  /** Counts a request for a new password; throws 429 if there were too many for one email or from one address. */
  forgotten(email: string, address: string): Promise<void>
  /**
   * Counts an external sign-in before the provider is asked; throws 429 if there were too many. Call the returned function if
   * it succeeds: it is then not counted.
   */
  external(address: string): Promise<() => Promise<void>>
  /** Counts a challenge for a sign-in by passkey; throws 429 if there were too many from one address. */
  passkeyChallenge(address: string): Promise<void>
  /** Uncounts the challenge of a sign-in by passkey that succeeded. */
  passkeyUsed(address: string): Promise<void>
  /** Whether an address may be told once more today that somebody gave it; counts it. */
  mayNotify(email: string): Promise<boolean>
  /** Whether a person may be told today of a new device of this kind and place; counts it. */
  mayTellOfDevice(email: string, device: string, address: string): Promise<boolean>
  /** Counts an invitation; throws 429 if a company sent too many. */
  invitation(companyId: string): Promise<void>
}

/**
 * Counts of one kind, shared by all API processes and kept in the database; while it is down, each process counts on its own, and
 * reports that. `duration` is in seconds.
 */
export function storedLimiter(authPool: Services['authPool'], keyPrefix: string, points: number, duration: number) {
  return new SequentialLimiter({
    storeClient: countingIn(authPool),
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix,
    points,
    duration,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
  })
}

/** The limits of everything but passwords, whose failures attempts/attempts.ts counts. */
export function createLimits({ authPool, config }: Pick<Services, 'authPool' | 'config'>): Limits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    storedLimiter(authPool, keyPrefix, points, duration)
  const registrations = limiter('register-address', config.registrations, hour)
  const knownEmails = limiter('register-known', config.registrations, 24 * hour)
  const verifications = limiter('verify-account', config.loginFailures, hour)
  const forgotten = limiter('forgot-account', config.loginFailures, hour)
  const forgottenFrom = limiter('forgot-address', config.loginFailures * 20, hour)
  const notices = limiter('notice', 1, 24 * hour)
  const devices = limiter('new-device', 20, 24 * hour)
  const likeDevices = limiter('new-device-like', 1, 24 * hour)
  const externals = limiter('external-address', config.loginFailures, quarterHour)
  const challenges = limiter('passkey-address', config.loginFailures * 20, quarterHour)
  const invitations = limiter('invite-company', config.registrations * 2, hour)

  return {
    async registration(address) {
      const block = addressBlock(address)
      await consume([registrations, block])
      const known = await knownEmails.get(block)
      if (known && known.consumedPoints >= config.registrations) throw tooMany(known.msBeforeNext)
    },
    async knownEmail(address) {
      await isWithin([knownEmails, addressBlock(address)])
    },
    async verification(userId) {
      await consume([verifications, userId])
    },
    async forgotten(email, address) {
      await consume([forgotten, digestOf(email)], [forgottenFrom, addressBlock(address)])
    },
    async mayNotify(email) {
      return isWithin([notices, digestOf(email)])
    },
    async mayTellOfDevice(email, device, address) {
      const like = `${digestOf(email)}:${digestOf(`${device} ${addressBlock(address)}`)}`
      return (await isWithin([likeDevices, like])) && isWithin([devices, digestOf(email)])
    },
    async external(address) {
      const block = addressBlock(address)
      await consume([externals, block])
      return async () => void (await externals.reward(block))
    },
    async passkeyChallenge(address) {
      await consume([challenges, addressBlock(address)])
    },
    async passkeyUsed(address) {
      await challenges.reward(addressBlock(address))
    },
    async invitation(companyId) {
      await consume([invitations, companyId])
    },
  }
}

/** Counts all of these, and throws 429 if any exceeds its limit. */
async function consume(...all: readonly [SequentialLimiter, string][]) {
  const counted = await Promise.allSettled(all.map(([limiter, key]) => limiter.consume(key)))
  for (const one of counted) if (one.status === 'rejected') throw refusalOf(one.reason)
}

/** Counts one, and tells whether it is within its limit. */
const isWithin = ([limiter, key]: readonly [SequentialLimiter, string]): Promise<boolean> =>
  limiter.consume(key).then(
    () => true,
    () => false,
  )

const refusalOf = (reason: unknown) => (reason instanceof RateLimiterRes ? tooMany(reason.msBeforeNext) : reason)

/** What the keys of all counts of an email begin with. */
export const rateLimitKeysOf = (email: string) =>
  ['sign-in', 'sign-in-pause', 'account-failures', 'forgot-account', 'notice', 'new-device', 'new-device-like'].map(
    (prefix) => `${prefix}:${digestOf(email)}`,
  )

/** Limits need no readable email or number. */
export const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** An IPv4 address, or the IPv6 /56 that one customer of a provider usually has. */
export function addressBlock(address: string): string {
  if (isIP(address) === 0) return 'unknown'
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${Buffer.from(parsed.toByteArray().slice(0, 7)).toString('hex')}/56`
}

/** A 429 that says how long to wait, from milliseconds. */
export function tooMany(wait: number): HttpFailure {
  const seconds = Math.max(1, Math.ceil(wait / 1_000))
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const error = `Too many attempts. Please try again in ${count} ${count === 1 ? unit : `${unit}s`}.`
  return new HttpFailure(429, { error, code: 'too-many-attempts' }, { 'Retry-After': String(seconds) })
}
