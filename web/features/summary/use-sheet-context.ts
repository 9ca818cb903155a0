import { linesOf, noPapers } from '#core/company/papers.ts'
import type { Job } from '#core/job/job.ts'
import { nameOfPerson } from '#core/member/names.ts'
import { useUser } from '#web/client/use-user.ts'
import { useJobHistory, useOlderUntil } from '#web/sync/reads/job-history/use-job-history.ts'
import { useMe, useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { taskCompletionTimes } from './task-completion-times.ts'
import type { SheetContext } from './visit-sheet-text.ts'

/** What a job's visit sheet says besides the job itself. */
export function useSheetContext({ jobId, jobDescriptions }: Job): SheetContext {
  const user = useUser()
  const people = usePeople()
  const zone = useTimeZone()
  const { data } = useMe()
  const nameOf = (userId: string) => people.get(userId)?.name ?? (userId === user.userId ? nameOfPerson(user) : '')
  const history = useJobHistory(jobId)
  const done = taskCompletionTimes(jobDescriptions, history.data?.entries ?? [])
  const isTimed = jobDescriptions.every(({ taskId, status }) => status !== 'completed' || done.has(taskId))
  useOlderUntil(isTimed, history)
  const papers = data?.company.papers ?? noPapers
  const company = papers.tradingName || data?.company.name || ''
  return { company, contact: linesOf(papers), zone, nameOf, doneAt: done }
}
