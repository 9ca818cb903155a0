import { randomUUID } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { HttpFailure } from '#api/http/errors.ts'
import { createFairQueue, type Turn } from '#api/http/fair-queue.ts'
import { type Guess, guessOf } from './guessable/guessable-password.ts'

const minCharacters = 6

const faults: Record<Guess, string> = {
  common: 'This password is too common. Please choose another.',
  name: 'This password is mostly a name that is easy to guess. Please choose another.',
}

/**
 * The reason to refuse a new password, worded for the user; undefined for a good one. `names` are those of the person, the
 * company and the email address. Passwords from before a rule keep working.
 */
export function passwordFault(password: string, names: readonly string[]): string | undefined {
  if ([...password.normalize('NFC')].length < minCharacters)
    return `Password must be at least ${minCharacters} characters long.`
  const guess = guessOf(password, names)
  return guess && faults[guess]
}

/** Argon2id (the library's default) at the lowest cost that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing takes a core and 19 MiB for about 25 ms. Two at a time leave room for all other requests; who waits longer than some
 * five seconds is refused.
 */
const queue = createFairQueue({
  slots: 2,
  most: 240,
  full: () =>
    new HttpFailure(
      503,
      { error: 'Too many people are signing in. Please try again.', code: 'unavailable' },
      { 'Retry-After': '2' },
    ),
})

/** A turn that depends on no stranger. */
const ownTurn: Turn = { group: 'own', isTrusted: true }

/** The hash to store. Another Unicode form of the same letters, typed on another device, is the same password. */
export const hashPassword = (password: string, turn = ownTurn): Promise<string> =>
  queue(turn, () => hash(password.normalize('NFC'), cost))

/** Whether a password matches a stored hash. Without a hash it never does, and takes just as long. */
export async function isPassword(storedHash: string | undefined, password: string, turn: Turn): Promise<boolean> {
  decoyHash ??= hashPassword(randomUUID())
  const compared = storedHash ?? (await decoyHash)
  const matches = await queue(turn, () => verify(compared, password.normalize('NFC')))
  return matches && storedHash !== undefined
}

/** The hash of a recovery code with a given salt, so that a person's codes are compared by one hash. */
export const hashWithSalt = (code: string, salt: Buffer, turn: Turn): Promise<Buffer> =>
  queue(turn, () => hashRaw(code, { ...cost, salt }))

let decoyHash: Promise<string> | undefined
