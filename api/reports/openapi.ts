import type { DescribedRoute } from '#api/http/described-route.ts'
import {
  closedReport,
  jobOfReport,
  joinedJob,
  reportCountAnswer,
  reportDecided,
  reportPageAnswer,
  reportPageChange,
  reportsAnswer,
  reportsQuery,
} from '#core/wire/jobs/reports.ts'
import { paths } from '#core/wire/paths.ts'

const decided = { for: 'office', method: 'post', answers: { 200: reportDecided } } as const
const page = { for: 'anyone', method: 'get', answers: { 200: 'text/html' } } as const
const sent = { for: 'anyone', method: 'post', answers: { 303: undefined } } as const

/** Reports of repairs: the page where people report them, and the office's inbox. */
export const reportRoutes: DescribedRoute[] = [
  {
    for: 'office',
    method: 'get',
    path: paths.reports,
    summary:
      'Reported repairs: those that wait, dangerous ones first and then the oldest, or those that were dealt with, the newest first',
    query: reportsQuery,
    answers: { 200: reportsAnswer },
  },
  {
    for: 'office',
    method: 'get',
    path: paths.reportCount,
    summary: 'How many reports wait for the office',
    answers: { 200: reportCountAnswer },
  },
  {
    ...decided,
    path: paths.reportJob,
    summary: 'Make a job of a report; if it is a hazard, the law’s clock starts when the report came',
    body: jobOfReport,
  },
  { ...decided, path: paths.reportJoin, summary: 'Add a report and its photos to a job', body: joinedJob },
  {
    ...decided,
    path: paths.reportClose,
    summary: 'Close a report, with an answer if there is one',
    body: closedReport,
  },
  { ...decided, path: paths.reportReopen, summary: 'Open a closed report again' },
  {
    for: 'office',
    method: 'get',
    path: paths.reportPage,
    summary: 'The address of the company’s page for reporting repairs, while it is open',
    answers: { 200: reportPageAnswer },
  },
  {
    for: 'office',
    method: 'put',
    path: paths.reportPage,
    summary: 'Open the page for reporting repairs, give it another address, or close it',
    body: reportPageChange,
    answers: { 200: reportPageAnswer },
  },
  { ...page, path: paths.reportForm, summary: 'The company’s page for reporting repairs, for anyone with its address' },
  { ...page, path: paths.reportFormOfSite, summary: 'The same page for one site' },
  { ...sent, path: paths.reportForm, summary: 'Report a repair with up to ten photos: the form of the page' },
  { ...sent, path: paths.reportFormOfSite, summary: 'Report a repair at one site' },
  {
    for: 'anyone',
    method: 'get',
    path: paths.reportFormLogo,
    summary: 'The company’s logo, for its page',
    answers: { 200: 'image/webp' },
  },
  { ...page, path: paths.reportStatus, summary: 'What became of a report, for the person who sent it' },
]
