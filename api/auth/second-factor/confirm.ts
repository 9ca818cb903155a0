import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { findAccount, readSessionUser } from '#api/accounts/accounts.ts'
import { isPassword } from '#api/accounts/passwords.ts'
import { redeemCode } from '#api/accounts/second-factor/redeem-code.ts'
import { requireFields } from '#api/auth/accounts/required-fields.ts'
import { checkProof } from '#api/auth/passkeys/check-proof.ts'
import { HttpFailure, parse } from '#api/http/errors.ts'
import { addMail } from '#api/mail/outbox.ts'
import type { Attempts } from '#api/rights/attempts/attempts.ts'
import { noteConfirmed, readConfirmed } from '#api/rights/confirmed.ts'
import { notSignedIn } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { confirmation } from '#core/wire/account/second-factor.ts'

/** POST /api/auth/confirm: a signed-in person proves again that it is they, by a code or a passkey if they have a second factor. */
export const confirm =
  (services: Services, attempts: Attempts): RequestHandler =>
  async (req, res) => {
    const { authPool, ledgerPool } = services
    const { member } = res.locals
    const { userId, sessionId } = member
    const { password = '', code = '', passkey } = parse(confirmation, req.body)
    if (passkey) {
      const checked = await checkProof(services, req, passkey, { purpose: 'confirm', userId })
      if (!checked?.isRight) throw wrongPasskey
      await noteConfirmed(authPool, sessionId)
      return void res.json({ message: 'Confirmed.' })
    }
    const { hasSecondFactor } = await readConfirmed(authPool, member)
    requireFields(req.body, [hasSecondFactor ? 'code' : 'password'])
    const user = await readSessionUser(ledgerPool, member)
    if (!user) throw notSignedIn()
    if (hasSecondFactor) {
      const used = await attempts.code(
        `session:${sessionId}`,
        (turn) => redeemCode(services, userId, code, turn),
        () => addMail(authPool, { mailId: uuid(), kind: 'wrong-codes', recipient: user.email }),
      )
      if (!used) throw wrongCode
      if (used === 'recovery-code')
        await addMail(authPool, { mailId: uuid(), kind: 'recovery-code-used', recipient: user.email })
    } else {
      const hash = (await findAccount(authPool, user.email))?.passwordHash
      const isProved = await attempts.passwordChange(
        sessionId,
        async (turn) => (await isPassword(hash, password, turn)) || undefined,
      )
      if (!isProved) throw wrongPassword
    }
    await noteConfirmed(authPool, sessionId)
    res.json({ message: 'Confirmed.' })
  }

/** Not 401: the person is signed in. */
const wrongCode = new HttpFailure(403, {
  error: 'This code is wrong or was used before.',
  code: 'wrong-code',
  field: 'code',
})
const wrongPasskey = new HttpFailure(403, {
  error: 'This passkey was not accepted. Please try again.',
  code: 'wrong-passkey',
})
const wrongPassword = new HttpFailure(403, {
  error: 'This password is incorrect.',
  code: 'wrong-password-again',
  field: 'password',
})
