import type { RequestHandler } from 'express'
import { credentials } from '#core/wire.ts'
import { HttpFailure, parse } from '../errors.ts'
import type { Services } from '../services.ts'
import { findAccount, readSessionUser } from './accounts.ts'
import { normalEmail } from './email.ts'
import { isPassword } from './passwords.ts'
import type { Limits } from './rate-limits.ts'
import { requireFields } from './required-fields.ts'
import { openSessionBy } from './sessions.ts'
import { answerSignedIn, fromOf } from './sign-in-answer.ts'

/**
 * POST /api/auth/login. An unknown email, a wrong password and someone who is not an active member are told the same after the
 * same time.
 */
export const login =
  (services: Services, limits: Limits): RequestHandler =>
  async (req, res) => {
    requireFields(req.body, ['email', 'password'])
    const given = parse(credentials, req.body)
    const email = normalEmail(given.email)
    const [account, succeeded] = await Promise.all([
      findAccount(services.authPool, email),
      limits.signIn(email, req.ip ?? ''),
    ])
    const known = await isPassword(account?.passwordHash, given.password)
    if (!account?.passwordHash || !known) throw notAuthenticated
    const user = await readSessionUser(services.ledgerPool, account)
    if (!user) throw notAuthenticated
    const session = await openSessionBy(account.passwordHash, services.authPool, { ...account, ...fromOf(req) })
    if (!session) throw notAuthenticated
    await succeeded()
    await answerSignedIn(services, req, res, { user, ...session })
  }

const notAuthenticated = new HttpFailure(401, {
  error: 'Authentication failed! The email or the password is wrong.',
  code: 'authentication-failed',
})
