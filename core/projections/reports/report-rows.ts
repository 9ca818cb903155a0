import * as z from 'zod/mini'
import { isReportEvent } from '#core/ledger/ledger.ts'
import { inMilliseconds } from '#core/model/milliseconds.ts'
import type { Projection } from '#core/projections/projection.ts'
import { evolve, type RepairReport, repairReport } from '#core/report/report.ts'

/** Repairs that were reported on the company's page. Their times are found and sorted as texts, so all have milliseconds. */
export const reportRows: Projection<RepairReport> = {
  name: 'reports',
  version: 1,
  row: repairReport,
  audience: 'office',
  pushed: true,
  // Screens read them again when one is pushed, with the addresses of its photos.
  pushedRow: ({ reportId, state }) => ({ reportId, state }),
  key: (event) => (event.stream === 'report' ? event.streamId : undefined),
  fold: (row, event) => {
    if (!isReportEvent(event)) return row
    const report = evolve(row, event)
    return report && { ...report, reportedAt: inMilliseconds(report.reportedAt) }
  },
}

/** How many reports of a company wait for the office. */
export const reportCount = z.object({ open: z.int() })
export type ReportCount = z.infer<typeof reportCount>

const step: Partial<Record<string, number>> = {
  RepairReported: 1,
  ReportReopened: 1,
  ReportMadeJob: -1,
  ReportJoined: -1,
  ReportClosed: -1,
}

/** By the company's id. */
export const reportCounts: Projection<ReportCount> = {
  name: 'report-counts',
  version: 1,
  row: reportCount,
  audience: 'office',
  pushed: true,
  key: (event) => (step[event.type] === undefined ? undefined : event.companyId),
  fold: (row, event) => ({ open: (row?.open ?? 0) + (step[event.type] ?? 0) }),
}
