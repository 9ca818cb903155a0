import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { readSessionUser } from '#api/accounts/accounts.ts'
import { readKnownOrigin } from '#api/accounts/known-devices.ts'
import { redeemCode } from '#api/accounts/second-factor/redeem-code.ts'
import { redeemTicket, tryTicket } from '#api/accounts/second-factor/tickets.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { requireFields } from '#api/auth/accounts/required-fields.ts'
import { deviceIn } from '#api/auth/sessions/device-cookie.ts'
import { HttpFailure, parse } from '#api/http/errors.ts'
import { addMail } from '#api/mail/outbox.ts'
import type { Attempts } from '#api/rights/attempts/attempts.ts'
import type { Limits } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'
import { secondStep } from '#core/wire/account/second-factor.ts'
import { openAndAnswer } from './enter.ts'

/**
 * POST /api/auth/second-step: signs in by the ticket of a proved password and a code of the person's second factor. Wrong codes are
 * counted for the account as a whole, apart for each device that the person has signed in on before.
 */
export const takeSecondStep =
  (services: Services, limits: Limits, attempts: Attempts): RequestHandler =>
  async (req, res) => {
    const { authPool, ledgerPool } = services
    requireFields(req.body, ['ticket', 'code'])
    const { ticket, code } = parse(secondStep, req.body)
    const proved = await tryTicket(authPool, ticket)
    const user = proved && (await readSessionUser(ledgerPool, proved))
    if (!proved || !user) throw signInOver
    const { userId, email } = user
    const deviceHash = deviceIn(services, req)?.deviceHash ?? null
    const known = await readKnownOrigin(authPool, { userId, deviceHash, address: '' })
    const used = await attempts.code(
      `${userId}:${(known.device && deviceHash?.toString('base64url')) || 'elsewhere'}`,
      (turn) => redeemCode(services, userId, code, turn),
      () => addMail(authPool, { mailId: uuid(), kind: 'wrong-codes', recipient: email }),
    )
    if (!used) {
      services.audit.note(doneBy(req, user, 'sign-in-failed', 'code'))
      throw wrongCode
    }
    if (!(await redeemTicket(authPool, ticket))) throw signInOver
    const { passwordHash } = proved
    if (!(await openAndAnswer({ services, limits, req, res }, { user, passwordHash }, true, used))) throw signInOver
  }

const wrongCode = new HttpFailure(401, {
  error: 'This code is wrong or was used before. Please enter the one that your app shows now.',
  code: 'wrong-code',
  field: 'code',
})

const signInOver = new HttpFailure(401, {
  error: 'This sign-in has taken too long. Please enter your email and password again.',
  code: 'sign-in-over',
})
