import type pg from 'pg'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { calendarOf, dateAhead, nextOf, overdueOf } from '#api/recurring/upcoming.ts'
import { readMembers } from '#api/rights/rights.ts'
import { isRecurringEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import type { RecurringCommand } from '#core/recurring/messages.ts'
import { evolve } from '#core/recurring/recurring-work.ts'
import { type RecurringFacts, scheduleAfter } from '#core/recurring/schedule.ts'
import { readHead, readStream } from '#ledger/log/read.ts'
import { readDirectory } from './site-directory.ts'

/** Recurring work by its events. */
export const foldRecurring = (events: readonly StoredEvent[]) =>
  events.filter(isRecurringEvent).reduce<ReturnType<typeof evolve>>(evolve, undefined)

/** What a command on recurring work rests on, and the seq of the ledger that it was read at. */
export async function readRecurringFacts(
  pool: pg.Pool,
  companyId: string,
  command: RecurringCommand,
  now: Date,
): Promise<{ seq: number; facts: RecurringFacts }> {
  // Read before the facts: if anything is appended in between, the append conflicts and the command is decided again.
  const head = await readHead(pool, companyId)
  const { data } = command
  const [company, history, { members }, site] = await Promise.all([
    readCompanyNow(pool, companyId),
    readStream(pool, companyId, data.recurringId),
    readMembers(pool, companyId),
    'siteId' in data ? readSiteNow(pool, companyId, data.siteId) : undefined,
  ])
  const calendar = calendarOf(company, now)
  const work = foldRecurring(history)
  const schedule = scheduleAfter(work, command, calendar.today)
  const overdue = work && schedule && overdueOf(work, schedule, calendar)
  const next = overdue ?? (schedule && nextOf(schedule, calendar))
  // As it is before the command: after a move, the date would already be on its new day.
  const ahead = work && 'date' in data ? dateAhead(work, calendar, data.date) : undefined
  return {
    seq: head?.seq ?? 0,
    facts: {
      recurring: {
        today: calendar.today,
        memberIds: members.filter((one) => one.state !== 'removed').map((one) => one.userId),
        ...(site ? { site } : {}),
        ...(next ? { next } : {}),
        ...(ahead ? { ahead } : {}),
      },
    },
  }
}

/** A site by its present name, or the one that it was merged into; undefined if there is none. */
export async function readSiteNow(pool: pg.Pool, companyId: string, siteId: string) {
  const { names, sites } = await readDirectory(pool, companyId, { keys: [], ids: [siteId] })
  const found = sites.get(siteId)?.mergedInto ?? siteId
  const name = sites.get(found)?.name ?? [...names.values()].find((one) => one.siteId === found)?.name
  return name === undefined ? undefined : { siteId: found, name }
}
