import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobOfReport, ReportsAnswer } from '#core/wire/jobs/reports.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { CallFailure } from '#web/client/request.ts'
import { reportPageKey } from '#web/features/reports/use-report-page.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

/** What the office can do with a report that waits. */
export type Decision = 'job' | 'join' | 'close'

/** The office's inbox: reports that wait, or those that were dealt with, a page at a time. */
export const useReports = (state: 'open' | 'settled') =>
  useInfiniteQuery({
    queryKey: [...keys.reports, 'list', state],
    queryFn: ({ signal, pageParam }) =>
      call<ReportsAnswer>(paths.reports, { query: { state, from: pageParam || undefined }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })

type Fault = { field?: string | undefined; error: string }

/** Sends what the office decides, and keeps why it was refused. */
export function useDecision() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  async function send(act: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setFault(undefined)
    try {
      await act()
      await queries.invalidateQueries({ queryKey: keys.reports })
      return true
    } catch (error) {
      setFault({ error: errorMessage(error), ...(error instanceof CallFailure ? { field: error.field } : {}) })
      return false
    } finally {
      setBusy(false)
    }
  }
  const post = (path: string, reportId: string, body: object) => () =>
    call(pathTo(path, { reportId }), { method: 'POST', body })
  return {
    busy,
    fault,
    setFault,
    makeJob: (reportId: string, body: JobOfReport) => send(post(paths.reportJob, reportId, body)),
    join: (reportId: string, jobId: string) => send(post(paths.reportJoin, reportId, { jobId })),
    close: (reportId: string, answer: string) => send(post(paths.reportClose, reportId, { answer })),
    reopen: (reportId: string) => send(post(paths.reportReopen, reportId, {})),
    changePage: (change: 'open' | 'new address' | 'close') =>
      send(async () =>
        queries.setQueryData(reportPageKey, await call(paths.reportPage, { method: 'PUT', body: { change } })),
      ),
  }
}
