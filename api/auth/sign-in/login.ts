import type { RequestHandler } from 'express'
import { findAccount, readSessionUser } from '#api/accounts/accounts.ts'
import { normalEmail } from '#api/accounts/email.ts'
import { isPassword } from '#api/accounts/passwords.ts'
import { requireFields } from '#api/auth/accounts/required-fields.ts'
import { answerSignedIn, clientInfoOf } from '#api/auth/sessions/sign-in-answer.ts'
import { HttpFailure, parse } from '#api/http/errors.ts'
import type { Limits } from '#api/rights/rate-limits.ts'
import { openSessionWithPassword } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import { credentials } from '#core/wire/account/session.ts'

/**
 * POST /api/auth/login. An unknown email, a wrong password and a former member all get the same response after the same time.
 */
export const login =
  (services: Services, limits: Limits): RequestHandler =>
  async (req, res) => {
    requireFields(req.body, ['email', 'password'])
    const { password, ...sent } = parse(credentials, req.body)
    const email = normalEmail(sent.email)
    const [account, succeeded] = await Promise.all([
      findAccount(services.authPool, email),
      limits.signIn(email, req.ip ?? ''),
    ])
    const isCorrect = await isPassword(account?.passwordHash, password)
    if (!account?.passwordHash || !isCorrect) throw notAuthenticated
    const user = await readSessionUser(services.ledgerPool, account)
    if (!user) throw notAuthenticated
    const session = await openSessionWithPassword(account.passwordHash, services.authPool, {
      ...account,
      ...clientInfoOf(req),
    })
    if (!session) throw notAuthenticated
    await succeeded()
    await answerSignedIn(services, req, res, { user, ...session })
  }

const notAuthenticated = new HttpFailure(401, {
  error: 'Authentication failed! The email or the password is wrong.',
  code: 'authentication-failed',
})
