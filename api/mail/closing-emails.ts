import { readClosing } from '#api/company/closing-rows.ts'
import type { Email } from '#api/services/mail-transport.ts'
import type { Services } from '#api/services/services.ts'
import { fullDayIn, timeIn } from '#core/time/format.ts'
import { lines, oneLine } from './emails.ts'
import type { Mail } from './outbox.ts'

type ClosingMail = Mail & { kind: 'company-closed' | 'company-ending' }
type Owner = { companyId: string; name: string; businessName: string; timeZone: string; signIn: string }

/** Whether a mail tells an owner of the end of their company. */
export const isOfClosing = (mail: Mail): mail is ClosingMail =>
  mail.kind === 'company-closed' || mail.kind === 'company-ending'

/** Writes it as it should read now; undefined if the company was reopened. */
export async function writeClosingMail(
  { ledgerPool }: Pick<Services, 'ledgerPool'>,
  { kind }: ClosingMail,
  { companyId, name, businessName, timeZone, signIn }: Owner,
): Promise<Email | undefined> {
  const closing = await readClosing(ledgerPool, companyId)
  if (!closing) return undefined
  const company = oneLine(businessName)
  const until = `${fullDayIn(closing.eraseAt, timeZone)} at ${timeIn(closing.eraseAt, timeZone)} (${timeZone})`
  const [subject, happened] =
    kind === 'company-closed'
      ? [
          `${company} was closed at Fettle`,
          `${company} was closed at Fettle. It can be read, but no longer changed, until ${until}.`,
        ]
      : [
          `${company} will be erased at Fettle in 3 days`,
          `${company} was closed at Fettle, and will be erased on ${until}.`,
        ]
  return {
    subject,
    text: lines(
      `Hello ${oneLine(name)},`,
      happened,
      'All texts, photos, people’s names, emails and sign-ins are then erased for good. What remains, such as times, prices and the company’s name, proves that earlier evidence is genuine. Download what you want to keep before then: exports and evidence packs still work.',
      'To keep the company, or if this wasn’t you, sign in here and choose “Reopen”:',
      signIn,
    ),
  }
}
