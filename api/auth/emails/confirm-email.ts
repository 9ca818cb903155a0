import type { RequestHandler } from 'express'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { addEmailLink, type EmailLink, emailLinkToken, findEmailLink, useEmailLink } from '#api/accounts/email-links.ts'
import { type CurrentEmail, isKeptForUndo, lockEmail, setEmail } from '#api/accounts/email-of-account.ts'
import { linkExpired } from '#api/accounts/link-expired.ts'
import { voidLinks } from '#api/accounts/password-links.ts'
import { setEmailVerified } from '#api/accounts/verified-emails.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { parse } from '#api/http/errors.ts'
import type { TokenSecret } from '#api/keys/tokens.ts'
import { addMail } from '#api/mail/outbox.ts'
import { readMember } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { type ConfirmedEmail, emailLink } from '#core/wire/account/emails.ts'
import { inCompany } from '#ledger/database/connect.ts'

/**
 * POST /api/auth/confirm-email: confirms an email by the link that was mailed to it; a link of a change gives the account that
 * email, and mails the earlier one a way back. Signs nobody in.
 */
export const confirmEmail =
  (services: Services): RequestHandler =>
  async (req, res) => {
    const { audit, authPool, keys, bell } = services
    const { token } = parse(emailLink, req.body)
    const link = await findLinkOfMember(services, token)
    if (!link || link.purpose === 'undo') throw linkExpired
    const { userId, companyId, email, purpose } = link
    await inCompany(authPool, companyId, async (client) => {
      const before = await lockEmail(client, userId)
      // Thrown, so that nothing of it stays.
      if (!(await useEmailLink(client, token))) throw linkExpired
      const isDone =
        purpose === 'change' ? await change(client, keys, link, before) : await setEmailVerified(client, link)
      if (!isDone) throw linkExpired
      if (purpose === 'change') await audit.recordIn(client, doneBy(req, link, 'key-changed', 'email'))
    })
    bell.ring('fettle_appended', [companyId])
    res.json({ email } satisfies ConfirmedEmail)
  }

/** The link for a token, provided its person is still a member. */
export async function findLinkOfMember(
  { authPool, ledgerPool }: Pick<Services, 'authPool' | 'ledgerPool'>,
  token: string,
): Promise<EmailLink | undefined> {
  const link = await findEmailLink(authPool, token)
  const member = link && (await readMember(ledgerPool, link))
  return member?.state === 'active' ? link : undefined
}

/** Changes the email; false if it belongs to somebody else by now. */
async function change(
  client: pg.ClientBase,
  keys: TokenSecret,
  { userId, companyId, email }: EmailLink,
  before: CurrentEmail | undefined,
) {
  if (!before || (await isKeptForUndo(client, email))) return false
  await voidLinks(client, userId)
  if (!(await setEmail(client, { userId, email }))) return false
  // An email that was never confirmed may be a stranger's, who gets no way into the account.
  if (!before.isVerified) return true
  const mailId = uuid()
  const token = emailLinkToken(keys, mailId)
  await addEmailLink(client, { token, userId, companyId, email: before.email, purpose: 'undo' })
  await addMail(client, { mailId, kind: 'email-changed', recipient: before.email })
  return true
}
