import type pg from 'pg'
import { readRecurringPage } from '#api/reads/recurring/recurring.ts'
import { holidayWords, leadWords, ruleWords, visitWords } from '#core/recurring/words.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { datesTold, type RecurringItem, type RecurringPlace } from '#core/wire/jobs/recurring.ts'
import { type Column, type ExportContext, namesFor, poundsForSpreadsheet, type Table } from './export-table.ts'

/** All recurring work that goes on or is paused, with its next dates; for the office alone. */
export const recurringTable = (
  pool: pg.Pool,
  companyId: string,
  context: ExportContext,
  now: Date,
): Table<RecurringItem> => ({ name: 'recurring-work', columns: columns(context), batches: all(pool, companyId, now) })

async function* all(pool: pg.Pool, companyId: string, now: Date): AsyncGenerator<RecurringItem[]> {
  let from: RecurringPlace | undefined
  do {
    const { work, last } = await readRecurringPage(pool, companyId, { from }, now)
    yield work
    from = last
  } while (from)
}

const columns = (context: ExportContext): readonly Column<RecurringItem>[] => [
  { heading: 'Work', cell: ({ title }) => title },
  { heading: 'Site', cell: ({ site }) => site },
  { heading: 'How Often', cell: ({ rule }) => ruleWords(rule) },
  { heading: 'First Day', cell: ({ rule }) => rule.first },
  { heading: 'Last Day', cell: ({ rule }) => rule.last },
  { heading: 'State', cell: ({ state }) => (state === 'paused' ? 'Paused' : 'On') },
  { heading: 'Job Made', cell: ({ madeAhead }) => madeAhead.map(({ on, jobRef }) => `${on} (${jobRef})`).join('; ') },
  ...Array.from({ length: datesTold }, (_, nth) => ({
    heading: nth === 0 ? 'Next Date' : `Next Date ${nth + 1}`,
    cell: (one: RecurringItem) => datesOf(one)[nth],
  })),
  { heading: 'Skipped', cell: ({ dates }) => dates.flatMap((one) => (one.isSkipped ? [one.on] : [])).join('; ') },
  {
    heading: 'Last Done',
    cell: ({ lastDone }) => (lastDone === undefined ? undefined : wallClock(lastDone, context.timeZone).day),
  },
  { heading: 'Make The Job', cell: ({ leadDays }) => leadWords(leadDays) },
  { heading: 'On Bank Holidays', cell: ({ holidays }) => holidayWords[holidays] },
  { heading: 'Visit', cell: ({ visit }) => visit && visitWords(visit) },
  { heading: 'Assigned To', cell: ({ visit }) => namesFor(context, visit?.assignedTo ?? []) },
  { heading: 'Gas Safety Check', cell: ({ check }) => (check === 'gas safety' ? 'Yes' : 'No') },
  { heading: 'Tasks', cell: ({ tasks }) => tasks.map((one) => one.description).join('; ') },
  { heading: 'Total', cell: ({ tasks }) => poundsForSpreadsheet(tasks.reduce((sum, { price = 0 }) => sum + price, 0)) },
]

/** The days that jobs are to be made for; none while the work is paused. */
const datesOf = ({ state, dates }: RecurringItem) =>
  state === 'on' ? dates.flatMap((one) => (one.isSkipped ? [] : [one.on])) : []
