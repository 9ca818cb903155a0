import { addressOf } from '#api/accounts/password-links.ts'
import { readCompany } from '#api/company/company-answer.ts'
import type { Email } from '#api/services/mail-transport.ts'
import type { Services } from '#api/services/services.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { readStream } from '#ledger/log/read.ts'
import { lines, oneLine } from './emails.ts'

type Parts = Pick<Services, 'config' | 'ledgerPool'>

/**
 * Writes the mail with the link to follow a report. Nothing in it was written by the person who reported: anybody can give somebody
 * else's address, and must not be able to send them words. Undefined if the address was erased.
 */
export async function writeReportLink(
  { config, ledgerPool }: Parts,
  { companyId, reportId, path }: { companyId: string; reportId: string; path: string },
): Promise<Email | undefined> {
  const [reported] = await readStream(ledgerPool, companyId, reportId, 1)
  if (reported?.type !== 'RepairReported' || reported.data.email === erasedText) return undefined
  const company = await readCompany(ledgerPool, companyId)
  if (!company || company.closing) return undefined
  const name = oneLine(company.papers?.tradingName || company.name)
  const { telephone = '' } = company.papers ?? {}
  return {
    subject: `Your report to ${name}`,
    text: lines(
      'Hello,',
      `Someone, probably you, reported a repair to ${name} with this email address. Follow it here:`,
      `${addressOf(config)}${path}`,
      'The link shows your report. Please don’t pass it on.',
      telephone ? `If you have questions, call ${name}: ${oneLine(telephone)}` : '',
      'If you didn’t report anything, ignore this email. You won’t get another one about it.',
    ),
  }
}
