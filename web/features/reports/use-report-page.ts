import { useQuery } from '@tanstack/react-query'
import type { ReportPageAnswer } from '#core/wire/jobs/reports.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

export const reportPageKey = [...keys.reports, 'page']

/** The address of the company's page for reports, while it is open. */
export const useReportPage = () =>
  useQuery({ queryKey: reportPageKey, queryFn: ({ signal }) => call<ReportPageAnswer>(paths.reportPage, { signal }) })
