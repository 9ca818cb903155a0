import type { RequestHandler } from 'express'
import { readEmailToConfirm } from '#api/accounts/verified-emails.ts'
import { askForVerification } from '#api/mail/ask-for-verification.ts'
import type { Limits } from '#api/rights/rate-limits.ts'
import type { Services } from '#api/services/services.ts'
import { inCompany } from '#ledger/database/connect.ts'

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
