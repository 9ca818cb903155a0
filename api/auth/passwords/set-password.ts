import type { RequestHandler } from 'express'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { readSessionUser, setPasswordHash } from '#api/accounts/accounts.ts'
import { forgetDevices } from '#api/accounts/known-devices.ts'
import { linkExpired } from '#api/accounts/link-expired.ts'
import { findLink, type PasswordLink, type Purpose, useLink, voidLinks } from '#api/accounts/password-links.ts'
import { hashPassword, passwordFault } from '#api/accounts/passwords.ts'
import { removeNewPasskeys } from '#api/accounts/second-factor/factor-rows.ts'
import { setEmailVerified } from '#api/accounts/verified-emails.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { decideAcceptance } from '#api/auth/accounts/accept-invitation.ts'
import { lockAccount } from '#api/auth/accounts/forget-account.ts'
import { requireFields } from '#api/auth/accounts/required-fields.ts'
import { enter } from '#api/auth/sign-in/enter.ts'
import { appendOrConflict, retryOnConflict } from '#api/commands/decide-and-append.ts'
import { readCompany } from '#api/company/company-answer.ts'
import { deleteFeed } from '#api/feed/feeds.ts'
import { invalid, parse, refused } from '#api/http/errors.ts'
import { addMail } from '#api/mail/outbox.ts'
import type { Limits } from '#api/rights/rate-limits.ts'
import { readMember } from '#api/rights/rights.ts'
import { endSessions } from '#api/rights/sessions.ts'
import type { Services } from '#api/services/services.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { type PasswordLinkAnswer, passwordByLink, passwordLink } from '#core/wire/account/passwords.ts'
import { inCompany } from '#ledger/database/connect.ts'

/** POST /api/auth/password-link: describes who a link is for. */
export const describeLink =
  (services: Services): RequestHandler =>
  async (req, res) => {
    const { token } = parse(passwordLink, req.body)
    const link = await findUsableLink(services, token)
    if (!link) throw linkExpired
    const company = await readCompany(services.ledgerPool, link.companyId)
    const { purpose, username, email } = link
    res.json({ purpose, username, email, businessName: company?.name ?? '' } satisfies PasswordLinkAnswer)
  }

/**
 * POST /api/auth/accept-invitation and POST /api/auth/reset: redeems the link, sets the password, signs the person in here
 * and signs them out everywhere else. A person with a second factor is asked for a code first: a link proves only that they read the mail.
 */
export const setPasswordBy =
  (purpose: Purpose, services: Services, limits: Limits): RequestHandler =>
  async (req, res) => {
    const { audit, authPool, ledgerPool, bell } = services
    requireFields(req.body, ['token', 'password'])
    const { token, password } = parse(passwordByLink, req.body)
    const link = await findUsableLink(services, token)
    if (link?.purpose !== purpose) throw linkExpired
    const company = await readCompany(ledgerPool, link.companyId)
    const fault = passwordFault(password, [link.username, link.email, company?.name ?? ''])
    if (fault) throw invalid(fault, 'password', 'password-refused')
    const passwordHash = await hashPassword(password, { group: link.userId, isTrusted: true })
    const record = (client: pg.ClientBase) =>
      audit.recordIn(client, doneBy(req, link, 'key-changed', 'password-by-link'))
    const redeem = () => redeemLink(authPool, link, { token, passwordHash, record })
    if (!(await retryOnConflict(redeem))) throw linkExpired
    bell.ring('fettle_appended', [link.companyId])
    const user = await readSessionUser(ledgerPool, link)
    if (!user) throw linkExpired
    if (!(await enter({ services, limits, req, res }, { user, passwordHash }, false))) throw linkExpired
  }

/** The link for a token, provided its person is still invited or, for a reset, still active. */
async function findUsableLink({ authPool, ledgerPool }: Services, token: string): Promise<PasswordLink | undefined> {
  const link = await findLink(authPool, token)
  const member = link && (await readMember(ledgerPool, link))
  return member?.state === (link?.purpose === 'reset' ? 'active' : 'invited') ? link : undefined
}

/** `record` puts a reset into the audit list, with it. */
type Redeeming = { token: string; passwordHash: string; record: (client: pg.ClientBase) => Promise<void> }

/**
 * Redeems the link and sets the password in one transaction; false if it is already used or the invitation withdrawn. Throws a 409 for an
 * invitation to a company that was closed: the link can be used once it is open again.
 */
async function redeemLink(
  pool: pg.Pool,
  link: PasswordLink,
  { token, passwordHash, record }: Redeeming,
): Promise<boolean> {
  const { userId, companyId, purpose, email } = link
  // Also decided for a reset, where it appends nothing: it is refused if the person is no longer a member.
  const acceptance = await decideAcceptance(pool, link)
  if (isRefusal(acceptance)) {
    if (acceptance.refused === 'company-closed') throw refused(acceptance)
    return false
  }
  return inCompany(pool, companyId, async (client) => {
    await lockAccount(client, userId)
    if (!(await useLink(client, token))) return false
    if (purpose === 'invitation') await appendOrConflict(client, acceptance)
    await setPasswordHash(client, { userId, passwordHash })
    // The link was mailed to this address, or handed over by the owner where there is no mail server.
    await setEmailVerified(client, { userId, email })
    await voidLinks(client, userId)
    await endSessions(client, userId)
    await deleteFeed(client, userId)
    await forgetDevices(client, userId)
    if (purpose === 'reset') await removeNewPasskeys(client, userId)
    if (purpose === 'reset') await record(client)
    if (purpose === 'reset') await addMail(client, { mailId: uuid(), kind: 'password-changed', recipient: email })
    return true
  })
}
