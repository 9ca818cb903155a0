import { useQuery } from '@tanstack/react-query'
import type { ReportCountAnswer } from '#core/wire/jobs/reports.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

/** How many reports wait for the office: read again when a push says that it is another number. */
export const useOpenReports = (): number | undefined =>
  useQuery({
    queryKey: keys.reportCount,
    queryFn: ({ signal }) => call<ReportCountAnswer>(paths.reportCount, { signal }),
  }).data?.open
