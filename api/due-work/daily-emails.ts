import { v5 as uuidFrom } from 'uuid'
import { emailsOfMembers } from '#api/accounts/emails-of-members.ts'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import {
  addDailyEmail,
  lockNewsToMail,
  putOffNewsToMail,
  readCompaniesWithEmails,
  readNextEmail,
  takeNewsToMail,
} from '#api/mail/daily-email/daily-email-rows.ts'
import { addMail } from '#api/mail/outbox.ts'
import { readRecipients } from '#api/notices/read-recipients.ts'
import type { Services } from '#api/services/services.ts'
import { nextDaysEmail } from '#core/notifications/delays.ts'
import { mostKept } from '#core/reactions/notification.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { inCompany } from '#ledger/database/connect.ts'
import type { DueWork } from './due-work.ts'

/** Any id: those of daily emails are made from it, so it never changes. */
const namespace = '0193a5f0-e3a1-7000-8000-0000000000da'

/**
 * Queues the daily emails of what people have not read. What is told is taken off what is to be told, and noted for its person and day, in
 * the transaction that queues the mail; so each has one mail a day, with each piece of news once, however many processes look and
 * whenever one is killed. Whether anything is left to tell shows when the mail is written.
 */
export const dailyEmails = ({
  config,
  authPool,
  ledgerPool,
  overviewPool,
}: Pick<Services, 'config' | 'authPool' | 'ledgerPool' | 'overviewPool'>): DueWork => ({
  task: 'daily-emails',
  companiesDue: (now, without) => readCompaniesWithEmails(overviewPool, now, without),
  nextAfter: (now) => readNextEmail(overviewPool, now),
  async carryOut(companyId, at) {
    const company = await readCompanyNow(ledgerPool, companyId)
    if (!company || company.closing) return
    const now = at.toISOString()
    const { people, zone } = await inCompany(ledgerPool, companyId, (client) => readRecipients(client, companyId))
    const { day } = wallClock(now, zone)
    const addresses = new Map<string, string>()
    for (const { userId } of config.mail ? people : []) {
      const [email] = await emailsOfMembers(authPool, companyId, [userId])
      if (email) addresses.set(userId, email)
    }
    await inCompany(authPool, companyId, async (client) => {
      const news = Map.groupBy(await lockNewsToMail(client, { companyId, now }), (one) => one.userId)
      for (const [userId, all] of news) {
        const recipient = addresses.get(userId)
        const email = people.find((one) => one.userId === userId)?.notices.email ?? 'off'
        if (recipient && email !== 'off') {
          const mailId = uuidFrom([companyId, userId, day].join(' '), namespace)
          const items = all.slice(-mostKept).map(({ userId: _, ...one }) => one)
          if (!(await addDailyEmail(client, { companyId, userId, day, mailId }, items))) {
            // They chose a later time after they had had today's.
            await putOffNewsToMail(client, { companyId, userId, now, dueAt: nextDaysEmail(now, email, zone) })
            continue
          }
          await addMail(client, { mailId, kind: 'daily-email', recipient })
        }
        await takeNewsToMail(client, { companyId, userId, now })
      }
    })
  },
})
