import * as z from 'zod/mini'
import type { Recorded } from '#core/model/messages.ts'
import { id, instant } from '#core/model/values.ts'
import { openJobFold } from './fold/job-fold.ts'
import type { Job } from './job.ts'
import type { JobEvent } from './messages.ts'
import { taskStatus } from './schemas/value-schemas.ts'

/** What a refused change of a task's status met: the status set by somebody else, or that the task was deleted. */
export const taskConflict = z.object({
  /** The task's description. */
  task: z.string(),
  /** Its status now; missing if it was deleted. */
  status: z.optional(taskStatus),
  /** Who set it or deleted it, and when. */
  actorId: z.optional(id),
  at: instant,
})
export type TaskConflict = z.infer<typeof taskConflict>

/** The last change of a task's status, or its deletion; undefined if the job never had the task. */
export function lastTaskChange(history: readonly Recorded<JobEvent>[], taskId: string): TaskConflict | undefined {
  const fold = openJobFold()
  let found: TaskConflict | undefined
  for (const event of history) {
    const step = fold.add(event)
    const [before, after] = [taskOf(step.before, taskId), taskOf(step.after, taskId)]
    const task = after ?? before
    if (!task || before?.status === after?.status) continue
    found = {
      task: task.description,
      at: event.happenedAt,
      ...(after ? { status: after.status } : {}),
      ...(event.actorId === undefined ? {} : { actorId: event.actorId }),
    }
  }
  return found
}

const taskOf = (job: Job | undefined, taskId: string) => job?.jobDescriptions.find((one) => one.taskId === taskId)
