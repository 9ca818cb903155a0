import { v7 as uuid } from 'uuid'
import { emailsOfMembers } from '#api/accounts/emails-of-members.ts'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { readCompaniesWithLists, readNextList, takeDueLists } from '#api/mail/morning-list/morning-list-rows.ts'
import { addMail } from '#api/mail/outbox.ts'
import { calendarOf } from '#api/recurring/upcoming.ts'
import { readMembers } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { isMorningOver, morningAfter } from '#core/deadlines/morning-list.ts'
import { isOffice } from '#core/model/access.ts'
import { inCompany } from '#ledger/database/connect.ts'
import type { DueWork } from './due-work.ts'

/**
 * Queues the morning lists of deadlines. The mail and the time of the next one are one transaction, so each person has one mail for each
 * working day, however many processes look and whenever one is killed. What is in the list, and whether there is one, shows when it is written.
 */
export const morningLists = ({
  authPool,
  ledgerPool,
  overviewPool,
}: Pick<Services, 'authPool' | 'ledgerPool' | 'overviewPool'>): DueWork => ({
  task: 'morning-lists',
  companiesDue: (now, without) => readCompaniesWithLists(overviewPool, now, without),
  nextAfter: (now) => readNextList(overviewPool, now),
  async carryOut(companyId, at) {
    const company = await readCompanyNow(ledgerPool, companyId)
    if (!company || company.closing) return
    const now = at.toISOString()
    const { timeZone: zone, holidays } = calendarOf(company, at)
    const { members } = await readMembers(ledgerPool, companyId)
    const office = members.filter((one) => one.state === 'active' && isOffice(one.userRole)).map((one) => one.userId)
    const addresses = new Map<string, string>()
    for (const userId of office) {
      const [email] = await emailsOfMembers(authPool, companyId, [userId])
      if (email) addresses.set(userId, email)
    }
    await inCompany(authPool, companyId, async (client) => {
      const due = await takeDueLists(client, { companyId, now, next: morningAfter(now, { zone, holidays }) })
      // No process ran since its morning, and today nobody works or it is still night.
      if (!isMorningOver(now, { zone, holidays })) return
      for (const userId of due) {
        const recipient = addresses.get(userId)
        if (recipient) await addMail(client, { mailId: uuid(), kind: 'morning-list', recipient })
      }
    })
  },
})
