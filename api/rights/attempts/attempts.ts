import { setTimeout as sleep } from 'node:timers/promises'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { createCompanyQueue } from '#api/http/company-queue.ts'
import type { Turn } from '#api/http/fair-queue.ts'
import { addressBlock, digestOf, storedLimiter, tooMany } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'
import { delayAfter, longestDelay } from './delays.ts'

const day = 24 * 60 * 60
/** Tries of one account from one place that may wait for each other. */
const mostInLine = 60

/** A sign-in: `address` is where it comes from, `knownDevice` a device on which the person has signed in before. */
export type SignInAttempt = {
  email: string
  address: string
  knownDevice: string | undefined
  /** Whether the person has signed in from this address before. */
  isKnownPlace: boolean
  /** Whether the caller has hung up. */
  isGone(): boolean
  /** Called once a day, when many wrong passwords were given for the account. */
  onManyFailures(): Promise<void>
}

/** Checks a password when it is its turn; undefined if it is wrong. */
type Check<T> = (turn: Turn) => Promise<T | undefined>

export type Attempts = {
  /**
   * Runs the check of a sign-in and returns its result. After too many wrong passwords strangers get a 429 until their wait is
   * over; a known device is held for its own wait, which no stranger can cause. Right passwords count for nothing.
   */
  signIn<T>(attempt: SignInAttempt, check: Check<T>): Promise<T | undefined>
  /** The same for the current password of a session that changes it; wrong ones elsewhere count for nothing. */
  passwordChange<T>(sessionId: string, check: Check<T>): Promise<T | undefined>
  /**
   * The same for codes of a second factor, by a place that an attacker does not choose. `onManyFailures` is called when
   * the first wait begins.
   */
  code<T>(place: string, check: Check<T>, onManyFailures: () => Promise<void>): Promise<T | undefined>
}

/**
 * Wrong passwords by account and place, a place being a known device or else an address, so that nobody elsewhere is slowed
 * down. Each place's tries run one after another and are counted before they are checked, so that many at once gain nothing.
 */
export function createAttempts({ authPool, config }: Pick<Services, 'authPool' | 'config'>): Attempts {
  const failures = storedLimiter(authPool, 'sign-in', config.loginFailures, day)
  const pauses = storedLimiter(authPool, 'sign-in-pause', 1, day)
  const ofAccount = storedLimiter(authPool, 'account-failures', config.loginFailures, day)
  const ofAddress = storedLimiter(authPool, 'address-failures', config.loginFailures, day)
  const lines = createCompanyQueue(mostInLine)
  const noticed = config.loginFailures * 2
  const noisy = config.loginFailures * 10

  /** Counts a try as a failure; if it comes too soon, counts nothing and returns the milliseconds to wait. */
  const claim = async (key: string, rule: { free: number; longest: number }): Promise<number> => {
    const pause = await pauses.get(key)
    if (pause && pause.msBeforeNext > 0) return pause.msBeforeNext
    const { consumedPoints } = await failures.penalty(key)
    const delay = delayAfter(consumedPoints, rule)
    if (delay === 0) return 0
    try {
      await pauses.consume(key, 1, { customDuration: delay })
      return 0
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      await failures.reward(key)
      return error.msBeforeNext
    }
  }

  const forget = (key: string) => Promise.all([failures.delete(key), pauses.delete(key)])

  /** Runs a check that {@link claim} has counted, and uncounts it unless the password was wrong. */
  const settle = async <T>(key: string, check: () => Promise<T | undefined>): Promise<T | undefined> => {
    try {
      const result = await check()
      if (result !== undefined) await forget(key)
      return result
    } catch (error) {
      await Promise.all([failures.reward(key), pauses.delete(key)])
      throw error
    }
  }

  /** Tries that a stranger has before the first wait: one if the account or the address has seen far too many failures. */
  const freeForStranger = async (account: string, address: string): Promise<number> => {
    const counts = await Promise.all([ofAccount.get(account), ofAddress.get(address)])
    return counts.some((one) => one && one.consumedPoints > noisy) ? 1 : config.loginFailures
  }

  return {
    signIn({ email, address, knownDevice, isKnownPlace, isGone, onManyFailures }, check) {
      const [account, block] = [digestOf(email), addressBlock(address)]
      const key = `${account}:${knownDevice ?? block}`
      const isTrusted = knownDevice !== undefined || isKnownPlace
      const longest = knownDevice ? longestDelay.known : longestDelay.stranger
      return lines(key, async () => {
        const free = isTrusted ? config.loginFailures : await freeForStranger(account, block)
        let wait = await claim(key, { free, longest })
        while (wait > 0 && knownDevice) {
          await sleep(wait)
          if (isGone()) break
          wait = await claim(key, { free, longest })
        }
        if (wait > 0) throw tooMany(wait)
        const result = await settle(key, () => check({ group: isTrusted ? key : block, isTrusted }))
        if (result === undefined) {
          const [total] = await Promise.all([ofAccount.penalty(account), ofAddress.penalty(block)])
          if (total.consumedPoints === noticed) await onManyFailures()
        }
        return result
      })
    },
    passwordChange(sessionId, check) {
      const key = `change:${sessionId}`
      return lines(key, async () => {
        const wait = await claim(key, { free: config.loginFailures, longest: longestDelay.stranger })
        if (wait > 0) throw tooMany(wait)
        return settle(key, () => check({ group: key, isTrusted: true }))
      })
    },
    code(place, check, onManyFailures) {
      const key = `code:${place}`
      return lines(key, async () => {
        const wait = await claim(key, { free: config.loginFailures, longest: longestDelay.code })
        if (wait > 0) throw tooMany(wait)
        const result = await settle(key, () => check({ group: key, isTrusted: true }))
        const failed = result === undefined && (await failures.get(key))
        if (failed && failed.consumedPoints === config.loginFailures) await onManyFailures()
        return result
      })
    },
  }
}
