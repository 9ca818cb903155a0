import type pg from 'pg'
import { inTurns } from '#api/http/turns/in-turns.ts'
import { companyDocument, seqQuery } from '#api/reads/documents.ts'
import { calendarOf, daysAhead } from '#api/recurring/upcoming.ts'
import { jobsByMonth, lastDayAhead } from '#core/recurring/jobs-ahead.ts'
import type { MonthsAheadAnswer } from '#core/wire/jobs/recurring.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { recurringRows } from './recurring.ts'

/** How many jobs recurring work brings in each of the next twelve months, those that are made already among them. Paused work brings none. */
export async function readJobsAhead(pool: pg.Pool, companyId: string, now: Date): Promise<MonthsAheadAnswer> {
  const [bodies, company, checkpoint] = await readInCompany(pool, companyId, [
    recurringRows({ companyId }),
    companyDocument({ companyId, key: companyId }),
    seqQuery(companyId, 'recurring-work'),
  ])
  const calendar = calendarOf(company.rows[0]?.body, now)
  const until = lastDayAhead(calendar.today)
  const perWork = function* () {
    for (const { body } of bodies.rows) {
      const made = body.made.map((one) => one.on)
      yield body.state === 'on' ? [...made, ...daysAhead(body, calendar, until)] : made
    }
  }
  const days = await inTurns(perWork())
  return { months: jobsByMonth(days.flat(), calendar.today), seq: checkpoint.rows[0]?.seq ?? 0 }
}
