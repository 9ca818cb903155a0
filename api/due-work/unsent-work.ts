import {
  deleteWork,
  lockDueWork,
  openSessions,
  readCompaniesWithWork,
  readNextWork,
  stuckOf,
  writeWork,
} from '#api/accounts/unsent-work-rows.ts'
import { addNotice } from '#api/notices/add-notice.ts'
import { readRecipients } from '#api/notices/read-recipients.ts'
import type { Services } from '#api/services/services.ts'
import { isOffice } from '#core/model/access.ts'
import { unsentDue } from '#core/notifications/unsent-work.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import type { DueWork } from './due-work.ts'

type Parts = Pick<Services, 'ledgerPool' | 'overviewPool' | 'bell'>

/** In milliseconds: a push is tried for as long, and is taken back until then. */
const toldFor = 86_400_000

/**
 * Tells the office of devices with refused changes, or with changes that they should have sent by now: once each until a device has none,
 * in the transaction that notes so. Nobody is told of their own, nor of a device that has been signed out.
 */
export const unsentWork = ({ ledgerPool, overviewPool, bell }: Parts): DueWork => ({
  task: 'unsent-work',
  companiesDue: (now, without) => readCompaniesWithWork(overviewPool, now, without),
  nextAfter: (now) => readNextWork(overviewPool, now),
  async carryOut(companyId, at) {
    const now = at.toISOString()
    const isAnyTold = await inCompany(ledgerPool, companyId, async (client) => {
      const due = await lockDueWork(client, { companyId, now })
      if (due.length === 0) return false
      const { people, zone } = await readRecipients(client, companyId)
      const [active, open] = [
        new Set(people.map(({ userId }) => userId)),
        new Set((await rowsOf(client, openSessions({ companyId }))).map(({ sessionId }) => sessionId)),
      ]
      let isTold = false
      for (const kept of due) {
        const { sessionId: subject, userId, work } = kept
        const changes = work.toldAt ? undefined : stuckOf(kept, now)
        if (!changes || !open.has(subject) || !active.has(userId)) {
          await deleteWork(client, { companyId, sessionId: subject })
          continue
        }
        const until = new Date(at.getTime() + toldFor).toISOString()
        const notice = { kind: 'stuck', about: `${subject} ${work.begunAt}`, subject, changes, at: now, until } as const
        for (const person of people)
          if (isOffice(person.role) && person.userId !== userId)
            if (await addNotice(client, { companyId, zone }, person, notice)) isTold = true
        const told = { ...work, toldAt: now }
        await writeWork(client, { ...kept, companyId, work: JSON.stringify(told), dueAt: unsentDue(told) })
      }
      return isTold
    })
    if (isAnyTold) bell.ring('fettle_notified', [companyId])
  },
})
