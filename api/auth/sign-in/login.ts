import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { type Account, findAccount, readSessionUser } from '#api/accounts/accounts.ts'
import { normalEmail } from '#api/accounts/email.ts'
import { readKnownOrigin } from '#api/accounts/known-devices.ts'
import { isPassword } from '#api/accounts/passwords.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { requireFields } from '#api/auth/accounts/required-fields.ts'
import { type Device, deviceIn } from '#api/auth/sessions/device-cookie.ts'
import { clientInfoOf } from '#api/auth/sessions/sign-in-answer.ts'
import { HttpFailure, parse } from '#api/http/errors.ts'
import { addMail } from '#api/mail/outbox.ts'
import type { Attempts } from '#api/rights/attempts/attempts.ts'
import type { Limits } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'
import { credentials } from '#core/wire/account/session.ts'
import { enter } from './enter.ts'

/**
 * POST /api/auth/login. An unknown email, a wrong password and a former member all get the same response after the same time.
 * Strangers' wrong passwords slow nobody down on a device that the person has signed in on before, and they are told of a new one.
 */
export const login =
  (services: Services, attempts: Attempts, limits: Limits): RequestHandler =>
  async (req, res) => {
    requireFields(req.body, ['email', 'password'])
    const { password, ...sent } = parse(credentials, req.body)
    const email = normalEmail(sent.email)
    const account = await findAccount(services.authPool, email)
    const device = deviceIn(services, req)
    const known = await originOf(services, account, device, clientInfoOf(req).address)
    const hash = account?.passwordHash
    const proved = await attempts.signIn(
      {
        email,
        address: req.ip ?? '',
        knownDevice: known.device ? device?.deviceHash.toString('base64url') : undefined,
        isKnownPlace: known.place,
        isGone: () => req.socket.destroyed,
        onManyFailures: async () => {
          if (account) await addMail(services.authPool, { mailId: uuid(), kind: 'many-failures', recipient: email })
        },
      },
      async (turn) => ((await isPassword(hash, password, turn)) ? account : undefined),
    )
    if (account && !proved) services.audit.note(doneBy(req, account, 'sign-in-failed', 'password'))
    const user = proved && (await readSessionUser(services.ledgerPool, proved))
    if (!user || !hash) throw notAuthenticated
    if (!(await enter({ services, limits, req, res }, { user, passwordHash: hash }, true))) throw notAuthenticated
  }

/** What is known of where a sign-in comes from. Without an account it takes as long. */
const originOf = ({ authPool }: Services, account: Account | undefined, device: Device | undefined, address: string) =>
  readKnownOrigin(authPool, { userId: account?.userId ?? uuid(), deviceHash: device?.deviceHash ?? null, address })

const notAuthenticated = new HttpFailure(401, {
  error: 'Authentication failed! The email or the password is wrong.',
  code: 'authentication-failed',
})
