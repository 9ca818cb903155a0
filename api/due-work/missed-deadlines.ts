import { v5 as uuidFrom } from 'uuid'
import { appendOrConflict, decideAppend, retryOnConflict } from '#api/commands/decide-and-append.ts'
import { deadlineFacts, readCompanyNow } from '#api/company/plan-facts.ts'
import type { Services } from '#api/services/services.ts'
import type { Company } from '#core/company/company.ts'
import { openDeadlines } from '#core/job/duties/duty.ts'
import type { Command } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { readStream } from '#ledger/log/read.ts'
import { type DueWork, doEach } from './due-work.ts'
import { type PassedRow, readCompaniesPassed, readNextPassing, readPassed } from './passed-rows.ts'

type Parts = Pick<Services, 'ledgerPool' | 'overviewPool' | 'bell'>

/** Any id: those of commands are made from it, so it never changes. */
const namespace = '0193a5f0-de01-7000-8000-00000000dead'

/** Records each deadline that passes without being met, once each time that its clock is set. */
export const missedDeadlines = (parts: Parts): DueWork => ({
  task: 'missed-deadlines',
  companiesDue: (now, without) => readCompaniesPassed(parts.overviewPool, now, without),
  nextAfter: (now) => readNextPassing(parts.overviewPool, now),
  async carryOut(companyId, now, signal) {
    const company = await readCompanyNow(parts.ledgerPool, companyId)
    // A closed company is read-only; what passed meanwhile is recorded if it is reopened.
    if (!company || company.closing) return
    const rows = await readPassed(parts.ledgerPool, companyId, now.toISOString())
    const missed = rows.flatMap((row) => missedIn(row, now.toISOString()))
    await doEach(
      missed.map((one) => () => retryOnConflict(() => record(parts, company, one, now))),
      signal,
    )
  },
})

type Missed = Extract<Command, { type: 'RecordMissed' }>['data']

const missedIn = ({ jobId, duties }: PassedRow, now: string): Missed[] =>
  duties.flatMap((duty) =>
    openDeadlines(duty)
      .filter(({ due, missedAt }) => Date.parse(due) < Date.parse(now) && missedAt !== due)
      .map(({ step, due }) => ({ jobId, dutyId: duty.dutyId, step, due })),
  )

/** Decides on the job as it is now: the rows may be older than what somebody has done since. */
async function record({ ledgerPool, bell }: Parts, company: Company, missed: Missed, now: Date) {
  const { companyId } = company
  const history = await readStream(ledgerPool, companyId, missed.jobId)
  const command = { type: 'RecordMissed', data: missed } as const
  const { jobId, dutyId, step, due } = missed
  // A correction of the hazard sets its clocks again: what had passed has passed once more, at the same time.
  const before = history.filter(
    ({ type, data }) => type === 'DeadlineMissed' && data.dutyId === dutyId && data.step === step,
  ).length
  const stamp = {
    commandId: uuidFrom([companyId, jobId, dutyId, step, due, before || ''].join(' ').trim(), namespace),
    happenedAt: now.toISOString(),
    clock: 'server',
  } as const
  const basis = { history, facts: deadlineFacts(company, now) }
  const decision = decideAppend({ companyId, role: 'system' }, command, basis, stamp)
  if (isRefusal(decision)) throw new Error(decision.error)
  if (decision.events.length === 0) return
  await appendOrConflict(ledgerPool, decision)
  bell.ring('fettle_appended', [companyId])
}
