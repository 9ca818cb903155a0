import type { DescribedRoute } from '#api/http/described-route.ts'
import { companyAnswer } from '#core/wire/account/session.ts'
import { teamAnswer } from '#core/wire/account/team.ts'
import { afterQuery } from '#core/wire/common.ts'
import { dashboardAnswer } from '#core/wire/dashboard.ts'
import { jobHistoryAnswer, jobHistoryQuery } from '#core/wire/history.ts'
import { jobImagesAnswer } from '#core/wire/images.ts'
import { calendarAnswer, calendarQuery } from '#core/wire/jobs/calendar.ts'
import { deadlineCounts, deadlinesAnswer, deadlinesQuery } from '#core/wire/jobs/deadlines.ts'
import {
  jobAnswer,
  jobNotesAnswer,
  jobNotesQuery,
  jobQuery,
  jobsAnswer,
  jobsQuery,
  listAnswer,
  listQuery,
} from '#core/wire/jobs/jobs.ts'
import { viewCountsAnswer, viewCountsQuery, viewOpenedAnswer, viewsAnswer } from '#core/wire/jobs/views.ts'
import { mostBookings } from '#core/wire/list-options.ts'
import * as parts from '#core/wire/parts.ts'
import { paths } from '#core/wire/paths.ts'
import { ledgerAnswer } from '#core/wire/proof.ts'
import { todosAnswer } from '#core/wire/todos.ts'

const get = { method: 'get', for: 'members' } as const

/** What the screens read. */
export const readRoutes: DescribedRoute[] = [
  { ...get, path: paths.jobs, summary: 'A page of jobs', query: jobsQuery, answers: { 200: jobsAnswer } },
  {
    ...get,
    path: paths.job,
    summary: 'A job as it is now, or as it was at a version or an instant, with its newest 50 comments',
    query: jobQuery,
    answers: { 200: jobAnswer },
  },
  {
    ...get,
    path: paths.jobNotes,
    summary: 'The 50 comments of a job that come before one of them, oldest first',
    query: jobNotesQuery,
    answers: { 200: jobNotesAnswer },
  },
  {
    ...get,
    path: paths.jobHistory,
    summary: 'The history of a job, newest first, a page at a time',
    query: jobHistoryQuery,
    answers: { 200: jobHistoryAnswer },
  },
  {
    ...get,
    path: paths.jobImages,
    summary: "Fresh addresses for a job's images",
    query: afterQuery,
    answers: { 200: jobImagesAnswer },
  },
  {
    ...get,
    path: paths.calendar,
    summary: `The bookings between two instants, the first ${mostBookings.toLocaleString('en-GB')} of them; truncated if there are more`,
    query: calendarQuery,
    answers: { 200: calendarAnswer },
  },
  {
    ...get,
    for: 'office',
    path: paths.dashboard,
    summary:
      "The office's figures: jobs by status and warning, overdue jobs, this week's booked minutes by person and day, completed value in pence and median days to completion by month",
    query: afterQuery,
    answers: { 200: dashboardAnswer },
  },
  {
    ...get,
    for: 'office',
    path: paths.deadlines,
    summary: 'Jobs with open deadlines of the law or of service levels, by the first one due, a page at a time',
    query: deadlinesQuery,
    answers: { 200: deadlinesAnswer },
  },
  {
    ...get,
    for: 'office',
    path: paths.deadlineCounts,
    summary: 'How many deadlines are open, late and due later today',
    query: afterQuery,
    answers: { 200: deadlineCounts },
  },
  {
    ...get,
    path: paths.parts,
    summary: 'A page of the Parts Book. A search matches the start of the name, reference, jobId or category.',
    query: parts.partsQuery,
    answers: { 200: parts.partsAnswer },
  },
  {
    ...get,
    path: paths.todos,
    summary: "The caller's own To Do List, newest first; nobody else can read it",
    query: afterQuery,
    answers: { 200: todosAnswer },
  },
  {
    ...get,
    path: paths.views,
    summary: "The caller's own saved views of the jobs list and, for the office, those that it shares",
    query: afterQuery,
    answers: { 200: viewsAnswer },
  },
  {
    method: 'post',
    for: 'office',
    path: paths.viewOpened,
    summary: 'Note that the caller has opened a shared view, once a day, and read how many people use it',
    query: afterQuery,
    answers: { 200: viewOpenedAnswer },
  },
  {
    ...get,
    path: paths.viewCounts,
    summary: 'How many jobs are in the lists that everybody has, and in some saved views',
    query: viewCountsQuery,
    answers: { 200: viewCountsAnswer },
  },
  {
    ...get,
    path: paths.list,
    summary: 'Names in use that contain a text; the team may read apartments only',
    query: listQuery,
    answers: { 200: listAnswer },
  },
  {
    ...get,
    path: paths.team,
    summary: 'The people of the company',
    query: afterQuery,
    answers: { 200: teamAnswer },
  },
  { ...get, path: paths.company, summary: 'The company', query: afterQuery, answers: { 200: companyAnswer } },
  {
    ...get,
    path: paths.ledger,
    summary: "The head of the company's ledger: its latest seq and hash",
    query: afterQuery,
    answers: { 200: ledgerAnswer },
  },
]
