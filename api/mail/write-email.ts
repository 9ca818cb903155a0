import { type Account, findAccount } from '#api/accounts/accounts.ts'
import { emailLinkTo, emailLinkToken, findEmailLink } from '#api/accounts/email-links.ts'
import {
  addLink,
  addressOf,
  findLink,
  lifetimes,
  linkTo,
  linkToken,
  type Purpose,
  voidEarlierResets,
} from '#api/accounts/password-links.ts'
import { readCompany } from '#api/company/company-answer.ts'
import { companyOfReport, reportStatusPath } from '#api/report-links/link-rows.ts'
import { createLimits } from '#api/rights/rate-limits.ts'
import { readMember } from '#api/rights/rights.ts'
import type { Email } from '#api/services/mail-transport.ts'
import type { Services } from '#api/services/services.ts'
import { nameOfPerson } from '#core/member/names.ts'
import type { Role } from '#core/model/messages.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { isOfClosing, writeClosingMail } from './closing-emails.ts'
import { writeDailyEmail } from './daily-email/write-daily-email.ts'
import { isOfEmailChange, writeEmailChange } from './email-change-mail.ts'
import { accountClosedEmail, invitationEmail, noAccountEmail, resetEmail, verificationEmail } from './emails.ts'
import { writeInvoice } from './invoice-mail/write-invoice.ts'
import { writeMorningList } from './morning-list/write-morning-list.ts'
import { isNews, writeNews } from './news.ts'
import { lockMail, type Mail } from './outbox.ts'
import { writeReportLink } from './report-link-mail.ts'
import { writeTenantLink } from './tenant-link-mail.ts'
import { writeWebhookOff } from './webhook-off-email.ts'

export type WriterParts = Pick<
  Services,
  'config' | 'logger' | 'authPool' | 'ledgerPool' | 'images' | 'keys' | 'transport' | 'now'
>
type Addressed = Email & { to: string }
type Person = Account & {
  name: string
  state: 'active' | 'invited'
  userRole: Role
  businessName: string
  timeZone: string
}

/**
 * Writes an email as it should read now, to the account's own address: the requested one may be the same only to the database.
 * It is undefined if nobody should get it or its link has expired.
 */
export function createEmailWriter(parts: WriterParts): (mail: Mail) => Promise<Addressed | undefined> {
  const limits = createLimits(parts)
  const { config } = parts
  const pages = { signIn: `${addressOf(config)}/auths`, forgotten: `${addressOf(config)}/forgot-password` }
  return async (mail) => {
    if (mail.kind === 'tenant-link') {
      const email = config.mail && (await writeTenantLink(parts, mail))
      return email && { to: mail.recipient, ...email }
    }
    if (mail.kind === 'invoice') {
      const email = config.mail && (await writeInvoice(parts, mail))
      return email && { to: mail.recipient, ...email }
    }
    if (mail.kind === 'report-link') {
      const { mailId: reportId } = mail
      const companyId = config.mail && (await companyOfReport(parts.authPool, reportId))
      const path = reportStatusPath(parts.keys, reportId)
      const email = companyId && (await writeReportLink(parts, { companyId, reportId, path }))
      return email ? { to: mail.recipient, ...email } : undefined
    }
    if (isOfEmailChange(mail)) {
      const email = config.external ? undefined : await writeEmailChange(parts, mail)
      return email && { to: mail.recipient, ...email }
    }
    // Without a mail server only links are printed on the console, for somebody to pass on: logs are no place for news.
    const mayTell = config.mail && !config.external
    // The account has no email any more.
    if (mail.kind === 'account-closed') return mayTell ? { to: mail.recipient, ...accountClosedEmail() } : undefined
    const person = await findPerson(parts, mail.recipient)
    if (!person) {
      if (mail.kind !== 'reset' || !mayTell || isExpired(mail)) return undefined
      // Such a mail goes to a stranger, so once a day; one that is retried was allowed before.
      const mayNotify = mail.tries > 1 || (await limits.mayNotify(mail.recipient))
      return mayNotify ? { to: mail.recipient, ...noAccountEmail(pages) } : undefined
    }
    const { email: to } = person
    if (mail.kind === 'morning-list' || mail.kind === 'webhook-off' || mail.kind === 'daily-email') {
      if (!config.mail || person.state !== 'active' || !(config.external || person.isVerified)) return undefined
      const reader = { ...person, address: addressOf(config) }
      const email = await writeOf[mail.kind](parts, mail, reader)
      return email && { to, ...email }
    }
    if (config.external) {
      if (mail.kind !== 'invitation' || person.state !== 'invited') return undefined
      return { to, ...invitationEmail({ ...person, link: pages.signIn }, true) }
    }
    if (isOfClosing(mail)) {
      const told = mayTell && person.isVerified && (await writeClosingMail(parts, mail, { ...person, ...pages }))
      return told ? { to, ...told } : undefined
    }
    if (isNews(mail)) {
      const news =
        mayTell &&
        (person.isVerified || mail.kind === 'already-registered') &&
        (await writeNews(parts, mail, { ...person, ...pages }))
      return news ? { to, ...news } : undefined
    }
    if (mail.kind === 'verification') {
      const token = emailLinkToken(parts.keys, mail.mailId)
      const link = (await findEmailLink(parts.authPool, token)) && emailLinkTo(addressOf(config), mail.kind, token)
      return link ? { to, ...verificationEmail({ ...person, link }) } : undefined
    }
    // An invited person who requests a new password has none yet, so they get their invitation again.
    const purpose = person.state === 'active' ? 'reset' : 'invitation'
    const link = await linkOf(parts, mail, person, purpose)
    if (!link) return undefined
    const write =
      purpose === 'reset' ? resetEmail : (names: typeof person & { link: string }) => invitationEmail(names, false)
    return { to, ...write({ ...person, link }) }
  }
}

/** What people of a company chose to hear by email. */
const writeOf = {
  'morning-list': writeMorningList,
  'daily-email': writeDailyEmail,
  'webhook-off': ({ ledgerPool }: WriterParts, _: Mail, reader: Person & { address: string }) =>
    writeWebhookOff(ledgerPool, reader),
}

const isExpired = ({ createdAt }: Mail) => Date.now() - createdAt.getTime() > lifetimes.reset

/** The member or invited person with an email; undefined for anybody else. */
async function findPerson({ authPool, ledgerPool }: WriterParts, recipient: string): Promise<Person | undefined> {
  const account = await findAccount(authPool, recipient)
  const member = account && (await readMember(authPool, account))
  const company = account && (await readCompany(ledgerPool, account.companyId))
  if (!member || !company || member.state === 'removed') return undefined
  const name = nameOfPerson({ ...account, ...member })
  const { state, userRole } = member
  return { ...account, name, state, userRole, businessName: company.name, timeZone: company.timeZone }
}

/** The link of a mail, which is added for a reset; undefined if it has expired or was withdrawn. */
async function linkOf({ config, authPool, keys }: WriterParts, mail: Mail, person: Person, purpose: Purpose) {
  const token = linkToken(keys, mail.mailId)
  if (mail.kind === 'reset') {
    if (isExpired(mail)) return undefined
    const { createdAt } = mail
    const { userId, companyId } = person
    await inCompany(authPool, companyId, async (client) => {
      if (!(await lockMail(client, mail))) return
      await voidEarlierResets(client, { userId, createdAt })
      await addLink(client, { token, userId, companyId, purpose, createdAt })
    })
  }
  return (await findLink(authPool, token)) && linkTo(addressOf(config), purpose, token)
}
