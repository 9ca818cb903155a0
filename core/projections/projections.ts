import { calendar } from './calendar.ts'
import { companyDocuments } from './company-documents.ts'
import { dashboardJobs } from './dashboard-jobs.ts'
import { deadlineRows } from './deadlines/deadline-rows.ts'
import { jobDocuments } from './job-documents.ts'
import { partsOfJobs } from './job-parts.ts'
import { jobRows } from './job-rows.ts'
import { members } from './members.ts'
import { agencies, apartments, receivedBy } from './name-lists.ts'
import { partCounts, partRows } from './part-rows.ts'
import { recurringJobs } from './recurring/recurring-jobs.ts'
import { recurringRows } from './recurring/recurring-rows.ts'
import { reportCounts, reportRows } from './reports/report-rows.ts'
import { siteJobs, siteNames, siteRows } from './sites/site-rows.ts'
import { todoLists } from './todo-lists.ts'
import { ownViews, sharedViews } from './views/view-lists.ts'

/** All projections, in the order that screens list them. */
export const projections = [
  jobDocuments,
  jobRows,
  calendar,
  dashboardJobs,
  deadlineRows,
  partRows,
  partCounts,
  partsOfJobs,
  siteRows,
  siteNames,
  siteJobs,
  recurringRows,
  recurringJobs,
  reportRows,
  reportCounts,
  todoLists,
  ownViews,
  sharedViews,
  members,
  companyDocuments,
  apartments,
  agencies,
  receivedBy,
] as const
export type ProjectionName = (typeof projections)[number]['name']
