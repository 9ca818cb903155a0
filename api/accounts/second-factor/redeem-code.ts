import { randomBytes } from 'node:crypto'
import { hashWithSalt } from '#api/accounts/passwords.ts'
import type { Turn } from '#api/http/fair-queue.ts'
import { unseal } from '#api/keys/factor-key.ts'
import type { Services } from '#api/services/services.ts'
import { readAuthenticator, readSalt, redeemRecoveryCode, redeemStep } from './factor-rows.ts'
import { isRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { isAppCode, stepOfCode, typedCode } from './totp.ts'

type Parts = Pick<Services, 'authPool' | 'factorKey' | 'logger' | 'now'>
/** What a right code was. */
export type UsedCode = 'code' | 'recovery-code'

/** Uses up a code of a person's app or one of their recovery codes; undefined if it is wrong or was used. */
export async function redeemCode(
  parts: Parts,
  userId: string,
  typed: string,
  turn: Turn,
): Promise<UsedCode | undefined> {
  const code = typedCode(typed)
  if (isAppCode(code)) return (await redeemAppCode(parts, userId, code)) ? 'code' : undefined
  if (!isRecoveryCode(code)) return undefined
  const salt = await readSalt(parts.authPool, userId)
  const codeHash = salt && (await hashWithSalt(code, salt, turn))
  return codeHash && (await redeemRecoveryCode(parts.authPool, userId, codeHash)) ? 'recovery-code' : undefined
}

async function redeemAppCode(
  { authPool, factorKey, logger, now }: Parts,
  userId: string,
  code: string,
): Promise<boolean> {
  const authenticator = await readAuthenticator(authPool, userId)
  if (!authenticator) return false
  const { sealedSecret, lastStep } = authenticator
  const secret = unseal(factorKey, userId, sealedSecret)
  if (secret === undefined) {
    logger.error({ userId }, 'the secret of an authenticator app cannot be opened: it was sealed with another key')
    return false
  }
  const step = await stepOfCode(secret, code, { now: now(), lastStep })
  return step !== undefined && (await redeemStep(authPool, userId, step))
}

/** New recovery codes, and what the tables hold of them. */
export async function makeRecoveryCodes(turn: Turn): Promise<{ codes: string[]; hashes: Buffer[]; salt: Buffer }> {
  const codes = newRecoveryCodes()
  const salt = randomBytes(16)
  const hashes = await Promise.all(codes.map((code) => hashWithSalt(typedCode(code), salt, turn)))
  return { codes, hashes, salt }
}
