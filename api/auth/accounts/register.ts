import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { isEmail, normalEmail } from '#api/accounts/email.ts'
import { passwordFault } from '#api/accounts/passwords.ts'
import { asksForVerification } from '#api/accounts/verified-emails.ts'
import { answerSignedIn, clientInfoOf } from '#api/auth/sessions/sign-in-answer.ts'
import { HttpFailure, invalid, parse, refused } from '#api/http/errors.ts'
import { addMail } from '#api/mail/outbox.ts'
import { addressBlock, type Limits } from '#api/rights/rate-limits.ts'
import { openSession } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { registration } from '#core/wire/account/session.ts'
import { registerCompany } from './register-company.ts'
import { requireFields } from './required-fields.ts'

/** POST /api/auth/register: adds a company with its owner and signs the owner in. */
export const register =
  (services: Services, limits: Limits): RequestHandler =>
  async (req, res) => {
    const fields = checked(req.body)
    const address = req.ip ?? ''
    await limits.registration(address)
    const turn = { group: addressBlock(address), isTrusted: false }
    const askBy = asksForVerification(services.config) ? services.keys : undefined
    const account = await registerCompany(services.authPool, fields, { turn, askBy })
    if (account === 'email-taken') {
      await limits.knownEmail(address)
      await tellAccount(services, limits, fields.email)
      throw notRegistered
    }
    if (isRefusal(account)) throw refused(account)
    services.bell.ring('fettle_appended', [account.companyId])
    const session = await openSession(services.authPool, { ...account, ...clientInfoOf(req) })
    const { userId, companyId, username, email } = account
    await answerSignedIn(services, req, res, {
      user: { userId, username, email, userRole: 'owner', companyId },
      ...session,
    })
  }

function checked(body: unknown) {
  requireFields(body, ['businessName', 'username', 'email', 'password'])
  const fields = parse(registration, body)
  const email = normalEmail(fields.email)
  if (!isEmail(email)) throw invalid('Please enter a valid email address.', 'email', 'email-invalid')
  const fault = passwordFault(fields.password, [fields.businessName, fields.username, email])
  if (fault) throw invalid(fault, 'password', 'password-refused')
  return { ...fields, businessName: fields.businessName.trim(), username: fields.username.trim(), email }
}

/** Tells the person whose email it is, at most once a day, that somebody tried to register it. */
async function tellAccount({ authPool }: Services, limits: Limits, email: string) {
  if (await limits.mayNotify(email))
    await addMail(authPool, { mailId: uuid(), kind: 'already-registered', recipient: email })
}

/**
 * The only response that tells a stranger that an email has an account. Registration signs the new user in at once, which it
 * cannot do for an account that exists. So an address gets few of these a day, and then no answer to any registration.
 */
const notRegistered = new HttpFailure(409, {
  error: 'This email cannot be registered. If you have an account, sign in instead.',
  code: 'not-registered',
  field: 'email',
})
