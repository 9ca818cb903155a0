import type { HistoryEntry } from '#core/history/history.ts'
import type { Task } from '#core/job/job.ts'

/**
 * When each completed task was completed, by task id, from the job's history. The history names tasks by description, so two
 * with the same description have no time.
 */
export function taskCompletionTimes(
  tasks: readonly Task[],
  entries: readonly HistoryEntry[],
): ReadonlyMap<string, string> {
  const done = new Map<string, string>()
  for (const { changes, happenedAt } of entries.toReversed())
    for (const { field, of, from, to } of changes) {
      if (field === 'status' && of !== undefined) {
        if (to === 'completed') done.set(of, happenedAt)
        else done.delete(of)
      }
      if (field === 'description' && typeof from === 'string' && typeof to === 'string') renamed(done, from, to)
    }
  const alike = (description: string) => tasks.filter((one) => one.description === description).length > 1
  return new Map(
    tasks.flatMap(({ taskId, description, status }) => {
      const at = done.get(description)
      return status === 'completed' && at !== undefined && !alike(description) ? [[taskId, at] as const] : []
    }),
  )
}

function renamed(done: Map<string, string>, from: string, to: string) {
  const at = done.get(from)
  if (at === undefined) return
  done.delete(from)
  done.set(to, at)
}
