import { timingSafeEqual } from 'node:crypto'
import { deriveToken, hashToken, type TokenSecret } from '#api/keys/tokens.ts'

type Person = { companyId: string; userId: string }

/**
 * Proves that a person was signed in on the device that holds it, for as long as the device keeps it: long after the session and its
 * cookie, so that the device can still learn that the person is gone. It says that alone and opens nothing. Without the installation's
 * secret nobody can derive it.
 */
export const goneTokenOf = (secret: TokenSecret, { companyId, userId }: Person): string =>
  deriveToken(secret, `gone:${companyId}:${userId}`)

/** Whether a token is a person's, in a time that says nothing of how much of it is right. */
export const isGoneTokenOf = (secret: TokenSecret, person: Person, token: string): boolean =>
  timingSafeEqual(hashToken(token), hashToken(goneTokenOf(secret, person)))
