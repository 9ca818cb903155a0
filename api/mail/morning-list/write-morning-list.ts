import { readCompanyNow } from '#api/company/plan-facts.ts'
import type { Mail } from '#api/mail/outbox.ts'
import { readDeadlines } from '#api/reads/deadlines/deadlines.ts'
import { calendarOf } from '#api/recurring/upcoming.ts'
import type { Email } from '#api/services/mail-transport.ts'
import type { Services } from '#api/services/services.ts'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { morningListEmail } from './morning-list-email.ts'
import { hasMorningList } from './morning-list-rows.ts'

type Person = { companyId: string; userId: string; userRole: Role; name: string; businessName: string; address: string }

/**
 * Writes the morning list as it should read now; undefined if nothing is due, if the person has turned it off or is not of the office any
 * more, or if its day is over, because the mail server was down for long: the next one has everything.
 */
export async function writeMorningList(
  { ledgerPool, now }: Pick<Services, 'ledgerPool' | 'now'>,
  { createdAt }: Pick<Mail, 'createdAt'>,
  person: Person,
): Promise<Email | undefined> {
  const company = await readCompanyNow(ledgerPool, person.companyId)
  if (!company || company.closing || !isOffice(person.userRole)) return undefined
  if (!(await hasMorningList(ledgerPool, person))) return undefined
  const at = now()
  const { timeZone: zone, holidays, today } = calendarOf(company, at)
  if (wallClock(createdAt.toISOString(), zone).day !== today) return undefined
  const { jobs } = await readDeadlines(ledgerPool, person.companyId)
  return morningListEmail(person, jobs, at.toISOString(), { zone, holidays })
}
