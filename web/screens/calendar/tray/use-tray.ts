import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { needsVisit } from '#core/job/visit/visit-needed.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import { createdRows, shownRow } from '#web/sync/ledger/ledger-state.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { type AskedJobs, jobsPageRead } from '#web/sync/reads/jobs.ts'

/** The orders of the tray. */
export const trayOrders = {
  urgent: { name: 'Urgency', asked: { sort: 'urgency', direction: 'desc' } },
  oldest: { name: 'Oldest', asked: { sort: 'createdAt', direction: 'asc' } },
  newest: { name: 'Newest', asked: { sort: 'createdAt', direction: 'desc' } },
  site: { name: 'Site', asked: { sort: 'apartmentName', direction: 'asc' } },
} as const satisfies Record<string, { name: string; asked: Pick<AskedJobs, 'sort' | 'direction'> }>
export type TrayOrder = keyof typeof trayOrders

export type Tray = ReturnType<typeof useTray>

/** The jobs that need a visit, as far as they have been asked for: so many pages of the jobs list, with what was changed on this device. */
export function useTray(order: TrayOrder, search: string, pages: number) {
  const reads = useQueries({
    queries: Array.from({ length: pages }, (_, page) => ({
      ...jobsPageRead(askedFor(order, search, page + 1)),
      placeholderData: keepPreviousData,
    })),
    combine: (found) => ({
      pages: found.flatMap(({ data }) => data ?? []),
      isRead: found[0]?.data !== undefined,
      error: found.find(({ error }) => error)?.error ?? null,
      refetch: () => void Promise.all(found.map((one) => one.refetch())),
    }),
  })
  const parts = useLedger(useShallow(({ queue, seqs }) => ({ queue, seq: seqs['job-rows'] })))
  const jobs = useMemo(() => (parts ? shownJobs(reads.pages, search) : []), [reads.pages, search, parts])
  const last = reads.pages.at(-1)
  const total = last?.totalResults ?? 0
  const read = reads.pages.reduce((all, page) => all + page.jobs.length, 0)
  return {
    jobs,
    /** How many there are, without those that were just booked here. */
    total: Math.max(jobs.length, total - (read - jobs.length)),
    hasMore: reads.pages.length === pages && pages < (last?.totalPages ?? 0),
    isRead: reads.isRead,
    error: reads.error,
    refetch: reads.refetch,
  }
}

/** How the jobs list is asked for a page of the tray. */
export const askedFor = (order: TrayOrder, search: string, page: number): AskedJobs => ({
  ...(search ? { type: 'all', search } : {}),
  among: 'needsVisit',
  ...trayOrders[order].asked,
  page,
})

type Page = Awaited<ReturnType<ReturnType<typeof jobsPageRead>['queryFn']>>

function shownJobs(pages: readonly Page[], search: string): JobRow[] {
  const state = useLedger.getState()
  const now = new Date().toISOString()
  const found = new Map<string, JobRow>()
  const newest = pages[0]
  // What was created here and has not been sent yet; a search is for the server alone.
  if (newest && !search) for (const row of createdRows(state, newest.seq)) found.set(row.jobId, row)
  for (const page of pages) for (const row of page.jobs) found.set(row.jobId, shownRow(state, row, page))
  return [...found.values()].filter((row) => needsVisit(row, now))
}
