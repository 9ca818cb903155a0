import { addressOf } from '#api/accounts/password-links.ts'
import { readCompany } from '#api/company/company-answer.ts'
import { readMember } from '#api/rights/rights.ts'
import type { Email } from '#api/services/mail-transport.ts'
import type { Services } from '#api/services/services.ts'
import { linkOfMail, tenantPath } from '#api/tenant-links/link-rows.ts'
import { mayBeTold } from '#api/tenant-links/may-be-told.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { sendingOf } from '#core/job/tenant/sendings.ts'
import { openLink } from '#core/job/tenant/tenant-page.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { readStream } from '#ledger/log/read.ts'
import { lines, oneLine } from './emails.ts'
import type { Mail } from './outbox.ts'
import { tenantNewsWords } from './tenant-news-words.ts'

type Parts = Pick<Services, 'config' | 'authPool' | 'ledgerPool' | 'keys' | 'now'>

/**
 * Writes the mail that brings a tenant the link to their page, or news with it; undefined if the link has ended since, a later mail says
 * what this one would, the tenant wants no emails, or their address was erased.
 */
export async function writeTenantLink(
  { config, authPool, ledgerPool, keys, now }: Parts,
  { mailId }: Mail,
): Promise<Email | undefined> {
  const found = await linkOfMail(authPool, mailId)
  const company = found && (await readCompany(ledgerPool, found.companyId))
  if (!found || found.isEnded || !company || company.closing) return undefined
  const { companyId, jobId, linkId } = found
  const events = (await readStream(ledgerPool, companyId, jobId)).filter(isJobEvent)
  const [job, sending, at] = [foldJob(events), sendingOf(events, mailId), now().toISOString()]
  const link = openLink(job?.office, linkId, at)
  if (
    !job ||
    !sending ||
    sending.sentTo === erasedText ||
    !link ||
    !(await mayBeTold(ledgerPool, { companyId, ...link }, 'email'))
  )
    return undefined
  const [name, site] = [oneLine(company.papers?.tradingName || company.name), oneLine(job.apartmentName)]
  const { telephone = '' } = company.papers ?? {}
  const nameOf = async (userId: string) => (await readMember(authPool, { companyId, userId }))?.fullName
  const news = await tenantNewsWords(sending.news, { job, name, site, zone: company.timeZone, now: at, nameOf })
  if (!news) return undefined
  return {
    subject: news.subject,
    text: lines(
      'Hello,',
      news.words,
      `${addressOf(config)}${tenantPath(keys, linkId)}`,
      'The link is only for you and this repair. Please don’t pass it on.',
      telephone ? `If you have questions, call ${name}: ${oneLine(telephone)}` : '',
    ),
  }
}
