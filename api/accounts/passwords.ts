import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import pLimit from 'p-limit'
import { HttpFailure } from '#api/http/errors.ts'

const leastCharacters = 6
const common = new Set(dictionary['passwords-common'])

/** What is wrong with a new password, in words for its owner; undefined when nothing is. */
export function passwordFault(password: string): string | undefined {
  if ([...password.normalize('NFC')].length < leastCharacters)
    return `Password must be at least ${leastCharacters} characters long.`
  if (common.has(password.toLowerCase())) return 'This password is too common. Please choose another.'
  return undefined
}

/** Argon2id (the library's default kind) with the least cost that OWASP advises: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing takes a core and 19 MiB for about 25 ms: two at a time leave room for all other requests, and a queue that would
 * take more than about two seconds is turned away.
 */
const hashing = pLimit(2)
const mostWaiting = 100

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.pendingCount < mostWaiting) return hashing(work)
  const body = { error: 'Too many people are signing in. Please try again.', code: 'unavailable' }
  throw new HttpFailure(503, body, { 'Retry-After': '2' })
}

/** The hash to keep. The same letters typed on another device, in another Unicode form, are the same password. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFC'), cost))

/** Whether the password is the one that was hashed. Without a hash it is never, and that takes just as long. */
export async function isPassword(kept: string | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword(randomUUID())
  const compared = kept ?? (await nobodys)
  const same = await inTurn(() => verify(compared, password.normalize('NFC')))
  return same && kept !== undefined
}

let nobodys: Promise<string> | undefined
