import type pg from 'pg'
import { inTurns } from '#api/http/turns/in-turns.ts'
import { companyDocument, seqQuery } from '#api/reads/documents.ts'
import { calendarOf, daysAhead } from '#api/recurring/upcoming.ts'
import { jobsByMonth, lastDayAhead } from '#core/recurring/jobs-ahead.ts'
import type { MonthsAheadAnswer } from '#core/wire/jobs/recurring.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type RecurringDays, recurringDays } from './recurring-pages.ts'

/** How many jobs recurring work brings in each of the next twelve months, those that are made already among them. Paused work brings none. */
export async function readJobsAhead(pool: pg.Pool, companyId: string, now: Date): Promise<MonthsAheadAnswer> {
  const [company, checkpoint] = await readInCompany(pool, companyId, [
    companyDocument({ companyId, key: companyId }),
    seqQuery(companyId, 'recurring-work'),
  ])
  const calendar = calendarOf(company.rows[0]?.body, now)
  const until = lastDayAhead(calendar.today)
  const daysOf = function* (page: readonly { body: RecurringDays }[]) {
    for (const { body } of page) {
      const made = body.made.map((one) => one.on)
      yield body.state === 'on' ? [...made, ...daysAhead(body, calendar, until)] : made
    }
  }
  let months = jobsByMonth([], calendar.today)
  let last: string | undefined = ''
  while (last !== undefined) {
    const asked = recurringDays({ companyId, from: last, limit: atOnce })
    const [{ rows }] = await readInCompany(pool, companyId, [asked])
    const more = jobsByMonth((await inTurns(daysOf(rows))).flat(), calendar.today)
    months = months.map(({ month, jobs }, nth) => ({ month, jobs: jobs + (more[nth]?.jobs ?? 0) }))
    last = rows.length === atOnce ? rows.at(-1)?.key : undefined
  }
  return { months, seq: checkpoint.rows[0]?.seq ?? 0 }
}

/** How many are read together. */
const atOnce = 500
