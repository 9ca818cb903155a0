import type { RequestHandler } from 'express'
import { findAccount, readSessionUser, setPasswordHash } from '#api/accounts/accounts.ts'
import { voidLinks } from '#api/accounts/password-links.ts'
import { hashPassword, isPassword, passwordFault } from '#api/accounts/passwords.ts'
import { requireFields } from '#api/auth/accounts/required-fields.ts'
import { HttpFailure, invalid, parse } from '#api/http/errors.ts'
import type { Limits } from '#api/rights/rate-limits.ts'
import { endSessions } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import { passwordChange } from '#core/wire/account/passwords.ts'
import { inCompany } from '#ledger/database/connect.ts'

/** POST /api/auth/password: changes a person's own password and signs out their other devices. */
export const changePassword =
  ({ authPool, ledgerPool, bell }: Services, limits: Limits): RequestHandler =>
  async (req, res) => {
    const { userId, companyId, sessionId } = res.locals.member
    requireFields(req.body, ['currentPassword', 'newPassword'])
    const { currentPassword, newPassword } = parse(passwordChange, req.body)
    const fault = passwordFault(newPassword)
    if (fault) throw invalid(fault, 'newPassword', 'password-refused')
    const user = await readSessionUser(ledgerPool, { companyId, userId })
    const account = user && (await findAccount(authPool, user.email))
    if (!account?.passwordHash) throw wrongPassword
    const previous = account.passwordHash
    const succeeded = await limits.signIn(account.email, req.ip ?? '')
    if (!(await isPassword(previous, currentPassword))) throw wrongPassword
    const passwordHash = await hashPassword(newPassword)
    const isChanged = await inCompany(authPool, companyId, async (client) => {
      if (!(await setPasswordHash(client, { userId, passwordHash, previous }))) return false
      await voidLinks(client, userId)
      await endSessions(client, userId, sessionId)
      return true
    })
    if (!isChanged) throw wrongPassword
    // Makes every process check its sockets' rights again.
    bell.ring('fettle_appended', [companyId])
    await succeeded()
    res.json({ message: 'Password updated successfully!' })
  }

/** Not 401: the person is signed in. */
const wrongPassword = new HttpFailure(403, {
  error: 'Current password is incorrect.',
  code: 'wrong-password',
  field: 'currentPassword',
})
