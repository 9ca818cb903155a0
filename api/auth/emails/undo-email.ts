import type { RequestHandler } from 'express'
import { v7 as uuid } from 'uuid'
import { forgetEmailLinks, useEmailLink } from '#api/accounts/email-links.ts'
import { clearPassword, lockEmail, setEmail } from '#api/accounts/email-of-account.ts'
import { forgetDevices } from '#api/accounts/known-devices.ts'
import { linkExpired } from '#api/accounts/link-expired.ts'
import { addLink, linkToken, voidLinks } from '#api/accounts/password-links.ts'
import { removeNewPasskeys } from '#api/accounts/second-factor/factor-rows.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { deleteFeed } from '#api/feed/feeds.ts'
import { parse } from '#api/http/errors.ts'
import { endSessions } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import { emailLink, type UndoneEmail } from '#core/wire/account/emails.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { findLinkOfMember } from './confirm-email.ts'

/**
 * POST /api/auth/undo-email: takes a change of email back by the link that was mailed to the earlier address. All sessions, links,
 * the calendar feed, new passkeys and the password end; the answer has the link that sets a new one.
 */
export const undoEmail =
  (services: Services): RequestHandler =>
  async (req, res) => {
    const { audit, authPool, keys, bell } = services
    const { token } = parse(emailLink, req.body)
    const link = await findLinkOfMember(services, token)
    if (link?.purpose !== 'undo') throw linkExpired
    const { userId, companyId, email } = link
    const passwordToken = linkToken(keys, uuid())
    await inCompany(authPool, companyId, async (client) => {
      await lockEmail(client, userId)
      // Thrown, so that nothing of it stays.
      if (!(await useEmailLink(client, token))) throw linkExpired
      await voidLinks(client, userId)
      if (!(await setEmail(client, { userId, email }))) throw linkExpired
      await clearPassword(client, userId)
      await endSessions(client, userId)
      await removeNewPasskeys(client, userId)
      await forgetDevices(client, userId)
      await deleteFeed(client, userId)
      // Also those of later changes, which somebody else may have made.
      await forgetEmailLinks(client, userId)
      await addLink(client, { token: passwordToken, userId, companyId, purpose: 'reset', createdAt: new Date() })
      await audit.recordIn(client, doneBy(req, link, 'key-changed', 'email-restored'))
    })
    // Makes every process check its sockets' rights again.
    bell.ring('fettle_appended', [companyId])
    res.json({ email, token: passwordToken } satisfies UndoneEmail)
  }
