import { readCompanyNow } from '#api/company/plan-facts.ts'
import { addNotice, type Notice } from '#api/notices/add-notice.ts'
import { readRecipients } from '#api/notices/read-recipients.ts'
import type { Services } from '#api/services/services.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { nearAt, nearestAhead } from '#core/deadlines/near.ts'
import { holidaysOfDuty } from '#core/deadlines/rules.ts'
import type { Law, Step } from '#core/deadlines/values.ts'
import { openDeadlines } from '#core/job/duties/duty.ts'
import { isOffice } from '#core/model/access.ts'
import { inCompany } from '#ledger/database/connect.ts'
import type { DueWork } from './due-work.ts'
import { readComing, readCompaniesWithComing } from './near-rows.ts'
import type { PassedRow } from './passed-rows.ts'

type Parts = Pick<Services, 'ledgerPool' | 'overviewPool' | 'bell'>

/** In milliseconds: a company is looked at again so much later at most, for deadlines that were set meanwhile. */
const lookAgain = 300_000

/**
 * Tells the office of each deadline that is near, once. Each process keeps when it looks at a company next and what it has told; the ids
 * of the notifications ensure that each person is told once by all of them.
 */
export function nearDeadlines({ ledgerPool, overviewPool, bell }: Parts): DueWork {
  const next = new Map<string, number>()
  const told = new Map<string, Set<string>>()
  return {
    task: 'near-deadlines',
    companiesDue(now, without) {
      const at = Date.parse(now)
      const later = [...next].filter(([_, due]) => due > at).map(([companyId]) => companyId)
      return readCompaniesWithComing(overviewPool, spanFrom(at), [...without, ...later])
    },
    async nextAfter(now) {
      const soonest = Math.min(...[...next.values()].filter((due) => due > Date.parse(now)))
      return Number.isFinite(soonest) ? new Date(soonest).toISOString() : undefined
    },
    async carryOut(companyId, now) {
      const company = await readCompanyNow(ledgerPool, companyId)
      const at = now.getTime()
      if (!company || company.closing) return void next.set(companyId, at + lookAgain)
      const zone = company.timeZone ?? defaultTimeZone
      const law = company.office?.deadlines?.law ?? 'england-social'
      const rows = await readComing(ledgerPool, companyId, spanFrom(at))
      const coming = rows.flatMap((row) => comingIn(row, { zone, law }, at))
      const near = coming.filter((one) => Date.parse(one.near) <= at)
      const before = told.get(companyId) ?? new Set()
      const isNew = near.filter((one) => !before.has(one.about))
      if (isNew.length > 0 && (await tell(companyId, isNew))) bell.ring('fettle_notified', [companyId])
      told.set(companyId, new Set(near.map((one) => one.about)))
      const later = coming.map((one) => Date.parse(one.near)).filter((one) => one > at)
      next.set(companyId, Math.min(at + lookAgain, ...later))
    },
  }

  function tell(companyId: string, near: readonly Near[]): Promise<boolean> {
    return inCompany(ledgerPool, companyId, async (client) => {
      const { people, zone } = await readRecipients(client, companyId)
      let isAnyTold = false
      for (const { about, jobId, dutyId, steps, due, near: at } of near)
        for (const person of people.filter(({ role }) => isOffice(role))) {
          const changes = { near: steps.map((step) => ({ dutyId, step, due })) }
          const notice: Notice = { kind: 'near', about, subject: jobId, changes, at, until: due }
          if (await addNotice(client, { companyId, zone }, person, notice)) isAnyTold = true
        }
      return isAnyTold
    })
  }
}

const spanFrom = (at: number) => ({
  now: new Date(at).toISOString(),
  until: new Date(at + nearestAhead).toISOString(),
})

/** Steps of a hazard or service level that are due at the same time, and so near. */
type Near = { about: string; jobId: string; dutyId: string; steps: Step[]; due: string; near: string }

/** What of a job is still to come, and when it is near. */
const comingIn = ({ jobId, duties }: PassedRow, { zone, law }: { zone: string; law: Law }, at: number): Near[] =>
  duties.flatMap((duty) => {
    const { dutyId } = duty
    const days = { zone, holidays: holidaysOfDuty(duty, law) }
    return [...Map.groupBy(openDeadlines(duty), (one) => one.due)].flatMap(([due, clocks]) => {
      const [near] = clocks.flatMap((clock) => nearAt(clock, days) ?? [])
      if (near === undefined || Date.parse(due) <= at) return []
      return [{ about: `${dutyId} ${due}`, jobId, dutyId, steps: clocks.map((one) => one.step), due, near }]
    })
  })
