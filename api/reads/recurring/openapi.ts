import type { DescribedRoute } from '#api/http/described-route.ts'
import { afterQuery } from '#core/wire/common.ts'
import * as recurring from '#core/wire/jobs/recurring.ts'
import { paths } from '#core/wire/paths.ts'

const get = { method: 'get', for: 'office' } as const

/** The reads of recurring work. */
export const recurringRoutes: DescribedRoute[] = [
  {
    ...get,
    path: paths.recurringWork,
    summary:
      'Recurring work that goes on or is paused, all or that of one site, by its title or by its next day, each with its next five dates, a page at a time; `next` is the `from` of the next page',
    query: recurring.recurringQuery,
    answers: { 200: recurring.recurringAnswer },
  },
  {
    ...get,
    path: paths.recurringDates,
    summary:
      'The next five dates of a rule before it is saved; `rule` is JSON, with rule, holidays, leadDays and recurringId',
    query: recurring.recurringDatesQuery,
    answers: { 200: recurring.datesAnswer },
  },
  {
    ...get,
    path: paths.recurringMonths,
    summary: 'How many jobs recurring work brings in each of the next twelve months',
    query: afterQuery,
    answers: { 200: recurring.monthsAheadAnswer },
  },
  {
    ...get,
    path: paths.oneRecurringWork,
    summary: 'One recurring work with its next five dates, also after it was stopped',
    query: afterQuery,
    answers: { 200: recurring.oneRecurringAnswer },
  },
]
