import { isRecurringEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import type { NextDate, RecurringCommand } from '#core/recurring/messages.ts'
import { evolve } from '#core/recurring/recurring-work.ts'
import { isSettled, type RecurringFacts, scheduleAfter } from '#core/recurring/schedule.ts'
import { siteDirectory } from '#test/core/sites/site-directory.ts'

/** Whatever its rule: the dates on which recurring work comes in tests of core, where no calendar is. */
export const datesOfAll = ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29']

export const nextOn = (date: string, on = date): NextDate => ({ date, on, makeAt: `${date}T00:00:00.000Z` })

/** The facts of a command on recurring work, by the log and that calendar. */
export function recurringFacts(
  log: readonly StoredEvent[],
  command: RecurringCommand,
  memberIds: readonly string[],
): RecurringFacts {
  const { data } = command
  const work = log
    .filter((event) => event.streamId === data.recurringId)
    .filter(isRecurringEvent)
    .reduce(evolve, undefined)
  const after = scheduleAfter(work, command, '2026-11-19')
  const date = datesOfAll.find((one) => after && !isSettled(after, one) && !after.skipped.includes(one))
  const named = 'siteId' in data ? siteDirectory(log).sites.get(data.siteId) : undefined
  const at = 'date' in data ? datesOfAll.indexOf(data.date) : -1
  const [before, on, behind] = [datesOfAll[at - 1], datesOfAll[at], datesOfAll[at + 1]]
  return {
    recurring: {
      today: '2026-11-19',
      memberIds,
      ...(named ? { site: { siteId: named.siteId, name: named.name } } : {}),
      ...(date && after ? { next: nextOn(date, after.moved.find((one) => one.date === date)?.to) } : {}),
      ...(on ? { ahead: { on, ...(before ? { before } : {}), ...(behind ? { after: behind } : {}) } } : {}),
    },
  }
}
