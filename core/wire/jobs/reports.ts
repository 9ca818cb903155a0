import * as z from 'zod/mini'
import * as schemas from '#core/deadlines/schemas.ts'
import { mostTasks } from '#core/job/values.ts'
import { id, instant, text } from '#core/model/values.ts'
import { repairReport } from '#core/report/report.ts'
import { answerLength } from '#core/report/values.ts'
import { after, people } from '#core/wire/common.ts'
import { imageUrls } from '#core/wire/images.ts'

/** The reports in one answer. */
export const reportsInPage = 30

/**
 * GET /api/reports: the reports that wait, those of danger first and then the oldest, or those that were dealt with, newest first; `from` is the last of the
 * page before.
 */
export const reportsQuery = z.strictObject({
  state: z.optional(z.enum(['open', 'settled'])),
  from: z.optional(z.string().check(z.maxLength(80), z.regex(/^(danger )?[\d\-:.TZ]{20,30} [\da-f-]{36}$/))),
  after,
})
export type ReportsQuery = z.infer<typeof reportsQuery>

export const reportShown = z.object({ ...repairReport.shape, jobRef: z.optional(z.string()) })
export type ReportShown = z.infer<typeof reportShown>

export const reportsAnswer = z.object({
  reports: z.array(reportShown),
  /** The next page's `from`; missing on the last. */
  next: z.optional(z.string()),
  urls: z.record(z.string(), imageUrls),
  people,
  seq: z.int(),
})
export type ReportsAnswer = z.infer<typeof reportsAnswer>

/** GET /api/reports/count: how many reports wait. */
export const reportCountAnswer = z.object({ open: z.int() })
export type ReportCountAnswer = z.infer<typeof reportCountAnswer>

const task = z.strictObject({ taskId: id, description: text(5_000) })

/** POST /api/reports/:reportId/job. A hazard's clock starts when the report came. */
export const jobOfReport = z.strictObject({
  jobId: id,
  apartmentName: text(200),
  tasks: z.array(task).check(z.maxLength(mostTasks)),
  hazard: z.optional(
    z.strictObject({
      dutyId: id,
      hazard: z.optional(schemas.hazard),
      severity: z.optional(schemas.severity),
      law: schemas.law,
    }),
  ),
})
export type JobOfReport = z.infer<typeof jobOfReport>

/** POST /api/reports/:reportId/join */
export const joinedJob = z.strictObject({ jobId: id })
/** POST /api/reports/:reportId/close */
export const closedReport = z.strictObject({ answer: text(answerLength) })

export const reportDecided = z.object({ seq: z.int() })

/** GET /api/report-page: the address of the page without the server's, while it is open. */
export const reportPageAnswer = z.object({ path: z.optional(z.string()), openedAt: z.optional(instant) })
export type ReportPageAnswer = z.infer<typeof reportPageAnswer>

/** PUT /api/report-page: opens the page, gives it another address, or closes it. */
export const reportPageChange = z.strictObject({ change: z.enum(['open', 'new address', 'close']) })
