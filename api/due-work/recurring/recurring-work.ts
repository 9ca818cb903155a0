import { v5 as idFrom } from 'uuid'
import { appendOrConflict, decideAppend, retryOnConflict } from '#api/commands/decide-and-append.ts'
import { readDecisionFacts } from '#api/commands/decision-facts.ts'
import { foldRecurring } from '#api/commands/recurring-facts.ts'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { type DueWork, doEach } from '#api/due-work/due-work.ts'
import { calendarOf } from '#api/recurring/upcoming.ts'
import type { Services } from '#api/services/services.ts'
import type { Company } from '#core/company/company.ts'
import type { Command } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import type { RecurringJob } from '#core/projections/recurring/recurring-jobs.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { readStream } from '#ledger/log/read.ts'
import { makeJob, passDate } from './make-job.ts'
import { readCompaniesWithRecurring, readNextMaking, readRecurringDue } from './recurring-rows.ts'

type Parts = Pick<Services, 'ledgerPool' | 'overviewPool' | 'bell'>

/** Any id: those of commands are made from it, so it never changes. */
const namespace = '0193a5f0-c4ec-7000-8000-00000000d0e5'

/** The most dates of one rule that are settled in a run: whatever is left comes with the next. */
const mostDates = 20

/** Makes the jobs of recurring work when they are due, and moves the dates of checks that were not done in time. */
export const recurringWork = (parts: Parts): DueWork => ({
  task: 'recurring-work',
  companiesDue: (now, without) => readCompaniesWithRecurring(parts.overviewPool, now, without),
  nextAfter: (now) => readNextMaking(parts.overviewPool, now),
  async carryOut(companyId, now, signal) {
    const company = await readCompanyNow(parts.ledgerPool, companyId)
    // A closed company is read-only; what falls due meanwhile is settled if it is reopened.
    if (!company || company.closing) return
    const { ids, checks } = await readRecurringDue(parts.ledgerPool, companyId, now.toISOString())
    const recording = checks.map((check) => () => retryOnConflict(() => recordCheck(parts, company, check, now)))
    const making = ids.map((recurringId) => () => settleDates(parts, company, recurringId, now, signal))
    await doEach([...recording, ...making], signal)
  },
})

/** Settles what is due of one rule. */
async function settleDates(parts: Parts, company: Company, recurringId: string, now: Date, signal: AbortSignal) {
  for (let settled = 0; settled < mostDates && !signal.aborted; settled += 1) {
    const outcome = await retryOnConflict(() => settleNext(parts, company, recurringId, now))
    if (outcome === 'nothing due') return
    if (outcome !== 'settled') throw new Error(outcome.error)
  }
}

/**
 * Makes the job of the next date, or passes over a date in the past; but a check is due by law until it is done. It decides on the log, as
 * the rows may be older.
 */
async function settleNext({ ledgerPool, bell }: Parts, company: Company, recurringId: string, now: Date) {
  const history = await readStream(ledgerPool, company.companyId, recurringId)
  const work = foldRecurring(history)
  const next = work?.state === 'on' ? work.next : undefined
  if (!work || !next || Date.parse(next.makeAt) > now.getTime()) return 'nothing due'
  const making = { company, work, next, history, now }
  const isOver = next.on < calendarOf(company, now).today
  const refusal = isOver && !work.check ? await passDate(ledgerPool, making) : await makeJob(ledgerPool, making)
  if (refusal) return refusal
  bell.ring('fettle_appended', [company.companyId])
  return 'settled'
}

async function recordCheck({ ledgerPool, bell }: Parts, company: Company, check: RecurringJob, now: Date) {
  const { companyId, timeZone } = company
  const { recurringId, date, jobId, checkedAt: completedAt, toRecord: doneAt } = check
  if (completedAt === undefined || doneAt === undefined) return
  const doneOn = wallClock(doneAt, timeZone).day
  const command: Command = { type: 'RecordCheckDone', data: { recurringId, date, jobId, doneOn, completedAt, doneAt } }
  const basis = await readDecisionFacts(ledgerPool, companyId, command, now)
  const history = await readStream(ledgerPool, companyId, recurringId)
  const recorded = history.findLast((one) => one.type === 'RecurringCheckDone' && one.data.jobId === jobId)
  // The row is older than the log.
  if (recorded?.type === 'RecurringCheckDone' && recorded.data.doneAt === doneAt) return
  const stamp = {
    // By how much came before: a time may be recorded once more after another was.
    commandId: idFrom([companyId, jobId, doneAt, history.length].join(' '), namespace),
    happenedAt: now.toISOString(),
    clock: 'server',
  } as const
  const decision = decideAppend({ companyId, role: 'system' }, command, { history, ...basis }, stamp)
  if (isRefusal(decision)) throw new Error(decision.error)
  if (decision.events.length === 0) return
  await appendOrConflict(ledgerPool, decision)
  bell.ring('fettle_appended', [companyId])
}
