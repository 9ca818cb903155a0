import type { QueryClient } from '@tanstack/react-query'
import type { Job } from '#core/job/job.ts'
import { jobRefsIn } from '#core/job/job-refs.ts'
import type { Part } from '#core/part/part.ts'
import type { CalendarRow } from '#core/projections/calendar.ts'
import type { CompanyRow } from '#core/projections/company-documents.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import type { TodoList } from '#core/todo/todo.ts'
import type { ViewList } from '#core/views/messages.ts'
import type { CompanyAnswer, Me } from '#core/wire/account/session.ts'
import type { Push } from '#core/wire/push.ts'
import { forgetKept } from '#web/sync/device/device-reads.ts'
import { confirmPush, confirmStale, forgetJobs } from '#web/sync/ledger/confirm-pushes.ts'
import { hasUnseen } from '#web/sync/ledger/ledger-positions.ts'
import { calendarKey, patchCalendar } from '#web/sync/reads/calendar.ts'
import { companyHistoryKey } from '#web/sync/reads/history.ts'
import { keepPushedJob } from '#web/sync/reads/job.ts'
import type { JobsPage } from '#web/sync/reads/jobs.ts'
import { mayMove, patched } from '#web/sync/reads/patch-jobs-page.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { markChange } from '#web/sync/reads/recent-changes.ts'
import type { TodosRead } from '#web/sync/reads/todos.ts'
import { tellOfUnread } from './reopened.ts'

/**
 * Applies a push to the ledger store and the query cache; `refetch` reloads what cannot be patched. Resolves when the jobs on
 * this device include it too.
 */
export async function applyPush(
  queries: QueryClient,
  push: Push,
  refetch: (key: readonly string[]) => void,
): Promise<void> {
  if (push.stale) {
    confirmStale(push.projection, push.seq)
    readAgain(push.projection, refetch)
    if (push.projection === 'job') forgetUnshown(queries)
    // A photo may have been erased.
    if (push.projection === 'job') await Promise.all([forgetKept(['job']), forgetKept(['thumbnail'])])
    if (push.projection === 'part-rows') await forgetKept(keys.parts)
    return
  }
  if (push.projection === 'job') {
    const jobs = jobsIn(push)
    tellOfUnread(jobs)
    confirmPush('job', push.seq, jobs, push.removed)
    refetch(keys.dashboard)
    // Only a job with a hazard or service level owes anything by a time.
    if (push.removed.length > 0 || jobs.some(({ duties = [] }) => duties.length > 0)) {
      refetch(keys.deadlines)
      refetch(keys.sites)
    }
    for (const { jobId } of jobs) {
      const history = queries.getQueryState(keys.history(jobId))
      // A page that is being read may have missed this change.
      if (history) refetch(history.fetchStatus === 'idle' ? keys.historyNews(jobId) : keys.history(jobId))
    }
    await Promise.all(jobs.map((job) => keepPushedJob(job, push.seq)))
    return
  }
  if (push.projection === 'part-rows') {
    const parts = partsIn(push)
    confirmPush('part-rows', push.seq, parts, push.removed)
    refetch(keys.parts)
    return inKept((kept) => kept.keepPushedParts(parts, push.removed, push.seq))
  }
  if (push.projection === 'todo') {
    const lists = listsIn(push)
    confirmPush('todo', push.seq, lists, push.removed)
    if (namesOtherJobs(lists, queries.getQueryData<TodosRead>(keys.todos))) refetch(keys.todos)
    return
  }
  if (push.projection === 'own-views' || push.projection === 'shared-views') {
    confirmPush(push.projection, push.seq, viewsIn(push), push.removed)
    refetch(keys.viewCounts)
    return
  }
  if (push.projection === 'calendar') {
    const rows = bookingsIn(push)
    patchCalendar(queries, rows, push.removed, push.seq)
    confirmPush('calendar', push.seq, [], [])
    return inKept((kept) => kept.keepPushedVisits(rows, push.removed, push.seq))
  }
  // What is shown of sites counts their jobs.
  if (push.projection === 'job-rows' || push.projection === 'sites') refetch(keys.sites)
  if (push.projection === 'job-rows') {
    refetch(keys.recurring)
    refetch(keys.viewCounts)
  }
  if (push.projection === 'job-rows') patchPages(queries, rowsIn(push), push.seq, refetch)
  else if (push.projection === 'company') patchCompany(queries, push)
  else readAgain(push.projection, refetch)
  confirmPush(push.projection, push.seq, [], [])
}

const inKept = (keep: (kept: typeof import('./kept/kept-beside-jobs.ts')) => Promise<void>) =>
  import('./kept/kept-beside-jobs.ts')
    .then(keep)
    .catch((error: unknown) => console.error('What is kept on this device is not up to date', error))

function readAgain(projection: string, refetch: (key: readonly string[]) => void) {
  if (projection === 'job') {
    refetch(['job'])
    refetch(keys.dashboard)
    refetch(keys.deadlines)
    refetch(keys.sites)
    refetch(['history'])
    // Something may have been erased.
    refetch(companyHistoryKey)
  }
  if (projection === 'job-rows') {
    refetch(keys.jobs)
    refetch(keys.viewCounts)
  }
  if (projection === 'job-rows' || projection === 'sites') refetch(keys.sites)
  // A job that was done is the last one of its recurring work.
  if (projection === 'job-rows' || projection === 'recurring-work') refetch(keys.recurring)
  if (projection === 'reports') refetch(keys.reports)
  if (projection === 'report-counts') refetch(keys.reportCount)
  if (projection === 'calendar') refetch(calendarKey)
  if (projection === 'part-rows') refetch(keys.parts)
  if (projection === 'todo') refetch(keys.todos)
  if (projection === 'own-views' || projection === 'shared-views') refetch(keys.views)
  if (projection === 'members') refetch(keys.team)
  if (projection === 'company') {
    refetch(keys.me)
  }
}

/** Only what a screen shows is read again by itself: any other job must not be shown later as it was before. */
function forgetUnshown(queries: QueryClient) {
  queries.removeQueries({ queryKey: ['job'], type: 'inactive', fetchStatus: 'idle' })
  forgetJobs((jobId) => queries.getQueryState(keys.job(jobId)) !== undefined)
}

function patchPages(
  queries: QueryClient,
  rows: readonly JobRow[],
  seq: number,
  refetch: (key: readonly string[]) => void,
) {
  for (const [key, page] of queries.getQueriesData<JobsPage>({ queryKey: keys.jobs })) {
    if (!page || page.seq >= seq) continue
    for (const row of rows) {
      if (mayMove(page, row)) refetch(keys.jobs)
      const before = page.jobs.find((one) => one.jobId === row.jobId)
      if (before && !hasUnseen(row.jobId)) markChange(before, row)
    }
    queries.setQueryData(key, patched(page, rows, seq))
  }
}

/** The company's name and plan are shown in the frame of every page. */
function patchCompany(queries: QueryClient, push: Push) {
  const [company] = companiesIn(push)
  if (!company) return
  const { seq } = push
  queries.setQueryData<Me>(keys.me, (me) => {
    const isOlder = me && (me.seq ?? 0) <= seq
    return isOlder ? { ...me, seq, company: { ...open(me.company), ...company } } : me
  })
}

/** A company that was reopened is pushed without its closing. */
function open({ closing: _, ...company }: CompanyAnswer) {
  return company
}

/** Whether a list mentions a job number whose job was not loaded with the list. */
const namesOtherJobs = (lists: readonly TodoList[], read: TodosRead | undefined) =>
  jobRefsIn(lists.flatMap(({ todos }) => todos.map((one) => one.text))).some((jobRef) => !read?.jobs[jobRef])

/** A push holds rows of its own projection only, since the server builds both from the same code. */
const jobsIn = ({ rows }: Push) => rows.filter((row): row is Job => 'jobDescriptions' in row)
const partsIn = ({ rows }: Push) => rows.filter((row): row is Part => 'partId' in row)
const listsIn = ({ rows }: Push) => rows.filter((row): row is TodoList => 'todos' in row)
const viewsIn = ({ rows }: Push) => rows.filter((row): row is ViewList => 'listOf' in row)
const companiesIn = ({ rows }: Push) => rows.filter((row): row is CompanyRow => 'timeZone' in row)
const bookingsIn = ({ rows }: Push) => rows.filter((row): row is CalendarRow => 'jobRef' in row)
const rowsIn = ({ rows }: Push) => rows.filter((row): row is JobRow => 'readyTasks' in row)
