import { type Account, findAccount, readSessionUser } from '#api/accounts/accounts.ts'
import { isPassword } from '#api/accounts/passwords.ts'
import { HttpFailure } from '#api/http/errors.ts'
import type { Attempts } from '#api/rights/attempts/attempts.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'

/**
 * The account of a signed-in person who has given their password once more. Throws a 403 for a wrong one; only wrong ones of this
 * session slow it down.
 */
export async function provenAccount(
  { authPool, ledgerPool }: Pick<Services, 'authPool' | 'ledgerPool'>,
  attempts: Attempts,
  { companyId, userId, sessionId }: Pick<MemberRights, 'companyId' | 'userId' | 'sessionId'>,
  password: string,
): Promise<Account & { passwordHash: string }> {
  const user = await readSessionUser(ledgerPool, { companyId, userId })
  const account = user && (await findAccount(authPool, user.email))
  const passwordHash = account?.passwordHash
  if (!passwordHash) throw wrongPassword
  const isProved = await attempts.passwordChange(
    sessionId,
    async (turn) => (await isPassword(passwordHash, password, turn)) || undefined,
  )
  if (!isProved) throw wrongPassword
  return { ...account, passwordHash }
}

/** Not 401: the person is signed in. */
export const wrongPassword = new HttpFailure(403, {
  error: 'Current password is incorrect.',
  code: 'wrong-password',
  field: 'currentPassword',
})
