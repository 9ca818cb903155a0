import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import pLimit from 'p-limit'
import { HttpFailure } from '#api/http/errors.ts'

const minCharacters = 6
const common = new Set(dictionary['passwords-common'])

/** The reason to refuse a new password, worded for the user; undefined for a good one. */
export function passwordFault(password: string): string | undefined {
  if ([...password.normalize('NFC')].length < minCharacters)
    return `Password must be at least ${minCharacters} characters long.`
  if (common.has(password.toLowerCase())) return 'This password is too common. Please choose another.'
  return undefined
}

/** Argon2id (the library's default) at the lowest cost that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing takes a core and 19 MiB for about 25 ms. Two at a time leave room for all other requests; a queue longer than about
 * two seconds is refused.
 */
const hashing = pLimit(2)
const maxPending = 100

function queueHashing<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.pendingCount < maxPending) return hashing(work)
  const body = { error: 'Too many people are signing in. Please try again.', code: 'unavailable' }
  throw new HttpFailure(503, body, { 'Retry-After': '2' })
}

/** The hash to store. Another Unicode form of the same letters, typed on another device, is the same password. */
export const hashPassword = (password: string): Promise<string> =>
  queueHashing(() => hash(password.normalize('NFC'), cost))

/** Whether a password matches a stored hash. Without a hash it never does, and takes just as long. */
export async function isPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  decoyHash ??= hashPassword(randomUUID())
  const compared = storedHash ?? (await decoyHash)
  const matches = await queueHashing(() => verify(compared, password.normalize('NFC')))
  return matches && storedHash !== undefined
}

let decoyHash: Promise<string> | undefined
