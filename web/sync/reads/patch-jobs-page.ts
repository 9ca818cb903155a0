import type { JobRow } from '#core/projections/job-row.ts'
import { jobsPageSize } from '#core/wire/list-options.ts'
import type { AskedJobs, JobsPage } from './jobs.ts'

/** A page with its rows replaced by pushed ones; a page read after the push stays unchanged. */
export function patched(page: JobsPage, rows: readonly JobRow[], seq: number): JobsPage {
  if (page.seq > seq) return page
  const byId = new Map(rows.map((row) => [row.jobId, row]))
  const here = page.jobs.filter((row) => byId.has(row.jobId))
  if (here.length === 0) return page
  const pushedAt = { ...page.pushedAt, ...Object.fromEntries(here.map((row) => [row.jobId, seq])) }
  return { ...page, pushedAt, jobs: page.jobs.map((row) => byId.get(row.jobId) ?? row) }
}

/** Whether a pushed row may enter, leave or move within this page; if so, the page is refetched. */
export function mayMove(page: JobsPage, row: JobRow): boolean {
  const before = page.jobs.find((one) => one.jobId === row.jobId)
  const { asked } = page
  const { sort = 'jobRef', direction = 'desc' } = asked
  const isCounted = Boolean(
    asked.among ||
      asked.only ||
      asked.completed ||
      asked.visits ||
      asked.person ||
      asked.agency ||
      asked.site ||
      asked.visit,
  )
  if (isCounted) return true
  const column = sort === 'urgency' ? 'warning' : sort
  if (before) return before[column] !== row[column] || filtered(before, asked) !== filtered(row, asked)
  const hasFilter = Boolean(asked.status || asked.warning || asked.search?.trim())
  if (hasFilter || sort !== 'jobRef') return true
  // Sorted by number and unfiltered, only a new job can change a page.
  if (direction === 'desc') return page.jobs.every((one) => Number(one.jobRef) < Number(row.jobRef))
  return page.jobs.length < jobsPageSize && page.jobs.every((one) => Number(one.jobRef) < Number(row.jobRef))
}

/** The values the filters look at, as one text. */
const filtered = (row: JobRow, { status, warning, search }: AskedJobs) =>
  [
    status && row.jobStatus,
    warning && row.warning,
    search && [row.apartmentName, row.office?.agency, row.office?.workOrder],
  ].join('\n')
