import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { readSessionUser, setPasswordHash } from '#api/accounts/accounts.ts'
import { forgetDevices } from '#api/accounts/known-devices.ts'
import { voidLinks } from '#api/accounts/password-links.ts'
import { hashPassword, passwordFault } from '#api/accounts/passwords.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { requireFields } from '#api/auth/accounts/required-fields.ts'
import { deviceIn } from '#api/auth/sessions/device-cookie.ts'
import { readCompany } from '#api/company/company-answer.ts'
import { invalid, parse } from '#api/http/errors.ts'
import { addMail } from '#api/mail/outbox.ts'
import type { Attempts } from '#api/rights/attempts/attempts.ts'
import { endSessions } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import { passwordChange } from '#core/wire/account/passwords.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { provenAccount, wrongPassword } from './own-password.ts'

/**
 * POST /api/auth/password: changes a person's own password and signs out their other devices. Only this session's own wrong
 * passwords slow it down.
 */
export const changePassword =
  (services: Services, attempts: Attempts): RequestHandler =>
  async (req, res) => {
    const { audit, authPool, ledgerPool, bell } = services
    const { userId, companyId, sessionId } = res.locals.member
    requireFields(req.body, ['currentPassword', 'newPassword'])
    const { currentPassword, newPassword } = parse(passwordChange, req.body)
    const [user, company] = await Promise.all([
      readSessionUser(ledgerPool, { companyId, userId }),
      readCompany(ledgerPool, companyId),
    ])
    const fault = passwordFault(newPassword, [user?.username ?? '', user?.email ?? '', company?.name ?? ''])
    if (fault) throw invalid(fault, 'newPassword', 'password-refused')
    const { email, passwordHash: previous } = await provenAccount(
      services,
      attempts,
      res.locals.member,
      currentPassword,
    )
    const passwordHash = await hashPassword(newPassword, { group: userId, isTrusted: true })
    const isChanged = await inCompany(authPool, companyId, async (client) => {
      if (!(await setPasswordHash(client, { userId, passwordHash, previous }))) return false
      await voidLinks(client, userId)
      await endSessions(client, userId, sessionId)
      await forgetDevices(client, userId, deviceIn(services, req)?.deviceHash)
      await addMail(client, { mailId: uuid(), kind: 'password-changed', recipient: email })
      await audit.recordIn(client, doneBy(req, res.locals.member, 'key-changed', 'password'))
      return true
    })
    if (!isChanged) throw wrongPassword
    // Makes every process check its sockets' rights again.
    bell.ring('fettle_appended', [companyId])
    res.json({ message: 'Password updated successfully!' })
  }
