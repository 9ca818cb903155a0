import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { isEmail, normalEmail } from '#api/accounts/email.ts'
import { linkAddress } from '#api/accounts/link-address.ts'
import { requireFields } from '#api/auth/accounts/required-fields.ts'
import { invalid, parse } from '#api/http/errors.ts'
import { addMail } from '#api/mail/outbox.ts'
import type { Limits } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'
import { forgottenPassword } from '#core/wire/account/passwords.ts'

/**
 * POST /api/auth/forgot. Queues a mail for any address and looks the account up only when it is sent, so that neither the
 * response nor its timing reveals whether there is one.
 */
export const forgot =
  ({ authPool, config }: Services, limits: Limits): RequestHandler =>
  async (req, res) => {
    requireFields(req.body, ['email'])
    const email = normalEmail(parse(forgottenPassword, req.body).email)
    if (!isEmail(email)) throw invalid('Please enter a valid email address.', 'email', 'email-invalid')
    linkAddress(config, req)
    await limits.forgotten(email, req.ip ?? '')
    await addMail(authPool, { mailId: uuid(), kind: 'reset', recipient: email })
    res.json({ message: 'If this email has an account, we have sent it a link.' })
  }
