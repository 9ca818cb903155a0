import { readSessionUser } from '#api/accounts/accounts.ts'
import { emailLinkTo, emailLinkToken, findEmailLink } from '#api/accounts/email-links.ts'
import { addressOf } from '#api/accounts/password-links.ts'
import { readCompany } from '#api/company/company-answer.ts'
import type { Email } from '#api/services/mail-transport.ts'
import type { Services } from '#api/services/services.ts'
import { nameOfPerson } from '#core/member/names.ts'
import { emailChangedEmail, emailChangeEmail } from './emails.ts'
import type { Mail } from './outbox.ts'

type ChangeMail = Mail & { kind: 'email-change' | 'email-changed' }

/** Whether a mail is about a change of email: it goes to an address that is not the account's. */
export const isOfEmailChange = (mail: Mail): mail is ChangeMail =>
  mail.kind === 'email-change' || mail.kind === 'email-changed'

/** Writes a mail about a change of email; undefined if its link is no longer usable or its person no member. */
export async function writeEmailChange(
  { authPool, ledgerPool, keys, config }: Pick<Services, 'authPool' | 'ledgerPool' | 'keys' | 'config'>,
  { kind, mailId }: ChangeMail,
): Promise<Email | undefined> {
  const token = emailLinkToken(keys, mailId)
  const link = await findEmailLink(authPool, token)
  if (!link) return undefined
  const [user, company] = await Promise.all([
    readSessionUser(ledgerPool, link),
    readCompany(ledgerPool, link.companyId),
  ])
  if (!user || !company) return undefined
  const parts = {
    name: nameOfPerson(user),
    businessName: company.name,
    link: emailLinkTo(addressOf(config), link.purpose, token),
  }
  return kind === 'email-change' ? emailChangeEmail(parts) : emailChangedEmail(parts)
}
