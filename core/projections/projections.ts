import { calendar } from './projections/calendar.ts'
import { companyDocuments } from './projections/company-documents.ts'
import { dashboardJobs } from './projections/dashboard-jobs.ts'
import { jobDocuments } from './projections/job-documents.ts'
import { partsOfJobs } from './projections/job-parts.ts'
import { jobRows } from './projections/job-rows.ts'
import { members } from './projections/members.ts'
import { agencies, apartments, receivedBy } from './projections/name-lists.ts'
import { partRows } from './projections/part-rows.ts'
import { todoLists } from './projections/todo-lists.ts'

/** Every projection, in the order that screens list them. */
export const projections = [
  jobDocuments,
  jobRows,
  calendar,
  dashboardJobs,
  partRows,
  partsOfJobs,
  todoLists,
  members,
  companyDocuments,
  apartments,
  agencies,
  receivedBy,
] as const
export type ProjectionName = (typeof projections)[number]['name']
