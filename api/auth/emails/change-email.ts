import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { isEmail, normalEmail } from '#api/accounts/email.ts'
import { addEmailLink, emailLinkToken } from '#api/accounts/email-links.ts'
import { linkAddress } from '#api/accounts/link-address.ts'
import { requireFields } from '#api/auth/accounts/required-fields.ts'
import { provenAccount } from '#api/auth/passwords/own-password.ts'
import { invalid, parse } from '#api/http/errors.ts'
import { addMail } from '#api/mail/outbox.ts'
import type { Attempts } from '#api/rights/attempts/attempts.ts'
import type { Limits } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'
import { emailChange } from '#core/wire/account/emails.ts'
import { inCompany } from '#ledger/database/connect.ts'

/**
 * POST /api/auth/email: mails a link to a signed-in person's new address, by which their email changes. The answer is the same if
 * the address has an account already; the link then changes nothing.
 */
export const changeEmail =
  (services: Services, limits: Limits, attempts: Attempts): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const { userId, companyId } = member
    requireFields(req.body, ['email', 'currentPassword'])
    const { currentPassword, ...sent } = parse(emailChange, req.body)
    const email = normalEmail(sent.email)
    if (!isEmail(email)) throw invalid('Please enter a valid email address.', 'email', 'email-invalid')
    linkAddress(services.config, req)
    const account = await provenAccount(services, attempts, member, currentPassword)
    if (normalEmail(account.email) === email) throw invalid('This is your email already.', 'email', 'email-unchanged')
    await limits.verification(userId)
    const mailId = uuid()
    const token = emailLinkToken(services.keys, mailId)
    await inCompany(services.authPool, companyId, async (client) => {
      await addEmailLink(client, { token, userId, companyId, email, purpose: 'change' })
      await addMail(client, { mailId, kind: 'email-change', recipient: email })
    })
    res.json({ message: `We have sent a link to ${email}. Your email changes when you open it.` })
  }
