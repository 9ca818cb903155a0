import type { RequestHandler } from 'express'
import { findEmailLink, useEmailLink } from '#api/accounts/email-links.ts'
import { linkExpired } from '#api/accounts/link-expired.ts'
import { readEmailToConfirm, setEmailVerified } from '#api/accounts/verified-emails.ts'
import { parse } from '#api/http/errors.ts'
import type { Limits } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'
import { type ConfirmedEmail, emailLink } from '#core/wire/account/emails.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { askForVerification } from './ask-for-verification.ts'

/** POST /api/auth/verification: mails a signed-in person the link that confirms their email once more. */
export const sendVerification =
  (services: Services, limits: Limits): RequestHandler =>
  async (_req, res) => {
    const { userId, companyId } = res.locals.member
    const email = await readEmailToConfirm(services, { companyId, userId })
    if (email !== undefined) {
      await limits.verification(userId)
      await inCompany(services.authPool, companyId, (client) =>
        askForVerification(client, services.keys, { userId, companyId, email }),
      )
    }
    res.json({ message: email === undefined ? 'Your email is confirmed.' : `We have sent a link to ${email}.` })
  }

/** POST /api/auth/confirm-email: confirms an email by the link that was mailed to it. Signs nobody in. */
export const confirmEmail =
  ({ authPool }: Services): RequestHandler =>
  async (req, res) => {
    const { token } = parse(emailLink, req.body)
    const link = await findEmailLink(authPool, token)
    if (link?.purpose !== 'verification') throw linkExpired
    const { companyId, email } = link
    const isConfirmed = await inCompany(
      authPool,
      companyId,
      async (client) => (await useEmailLink(client, token)) && (await setEmailVerified(client, link)),
    )
    if (!isConfirmed) throw linkExpired
    res.json({ email } satisfies ConfirmedEmail)
  }
