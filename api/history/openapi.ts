import type { DescribedRoute } from '#api/http/described-route.ts'
import { auditAnswer, auditQuery } from '#core/wire/account/audit.ts'
import * as wire from '#core/wire/history.ts'
import { paths } from '#core/wire/paths.ts'

const get = { method: 'get', for: 'office' } as const

/** The history of the whole company, for its office. */
export const historyRoutes: DescribedRoute[] = [
  {
    ...get,
    path: paths.history,
    summary:
      'Everything that happened in the company, newest first, filtered by person, kind, site, day or words. `next` is the `before` of the next page.',
    query: wire.historyQuery,
    answers: { 200: wire.companyHistoryAnswer },
  },
  {
    method: 'get',
    for: 'members',
    path: paths.events,
    summary:
      'The log, oldest first, from a seq on: what changed, with the values before and after, in words and for programs. `next` is the `after` of the next page. For the team only the events of jobs and parts that it may see.',
    query: wire.eventsQuery,
    answers: { 200: wire.eventsAnswer },
  },
  {
    ...get,
    path: paths.exportHistory,
    summary:
      'All events that match the filters as CSV or JSON, each with its seq and hash. Each JSON line has everything needed to compute its hash.',
    query: wire.exportHistoryQuery,
    answers: { 200: 'text/csv' },
  },
  {
    ...get,
    path: paths.audit,
    summary:
      'Sign-ins, refusals of rights, exports and changes of roles and keys: who, when and from where, newest first, of the last 400 days. Repeats within an hour are counted in one entry.',
    query: auditQuery,
    answers: { 200: auditAnswer },
  },
  {
    ...get,
    path: paths.historyEvent,
    summary: 'An event with its cause or consequences and its neighbours in the chain',
    answers: { 200: wire.eventAnswer },
  },
]
