import type { Job } from '#core/job/job.ts'
import { nextVisitHours, nextVisitPeople, taskStatuses, teamWarnings, type Warning } from '#core/job/values.ts'
import type { DeviceCommand } from '#core/prediction/subjects.ts'
import type { SessionUser } from '#core/wire/account/session.ts'
import { type Random, uuidOf } from '#test/simulation/clock/random.ts'
import type { Shown } from '#test/simulation/page/page.ts'

/** A command that a person may give on what a page shows; `isDeletion` is held for ten seconds. */
export type Act = { command: DeviceCommand; isDeletion?: true }

type Seen = { random: Random; user: SessionUser; job: Job }
type JobAct = (seen: Seen) => Act | undefined

const taskOf = ({ random, job }: Seen) => random.pick(job.jobDescriptions)
const wordsFrom = (random: Random) => `Words ${random.between(1, 999)}`

const ofEveryone: readonly JobAct[] = [
  (seen) => {
    const task = taskOf(seen)
    return (
      task && {
        command: { type: 'CycleTask', data: { jobId: seen.job.jobId, taskId: task.taskId, from: task.status } },
      }
    )
  },
  (seen) => {
    const task = taskOf(seen)
    const status = seen.random.pick(taskStatuses)
    if (!task || !status) return undefined
    return {
      command: {
        type: 'SetTaskStatus',
        data: { jobId: seen.job.jobId, taskId: task.taskId, status, from: task.status },
      },
    }
  },
  (seen) => {
    const task = taskOf(seen)
    return (
      task && {
        command: { type: 'SetTaskReady', data: { jobId: seen.job.jobId, taskId: task.taskId, ready: !task.ready } },
      }
    )
  },
  ({ random, job: { jobId } }) => ({
    command: { type: 'AddNote', data: { jobId, noteId: uuidOf(random), note: wordsFrom(random) } },
  }),
  ({ random, user, job }) => {
    const note = random.pick(job.extraNotes.filter(({ userId }) => userId === user.userId))
    return (
      note && { command: { type: 'DeleteNote', data: { jobId: job.jobId, noteId: note.noteId } }, isDeletion: true }
    )
  },
  ({ random, job: { jobId } }) => ({
    command: {
      type: 'SetNextVisit',
      data: {
        jobId,
        nextVisitHours: random.pick(nextVisitHours) ?? 0,
        nextVisitPeople: random.pick(nextVisitPeople) ?? 0,
      },
    },
  }),
  ({ random, job: { jobId } }) => ({
    command: { type: 'ChangeWarning', data: { jobId, warning: random.pick(teamWarnings) ?? '' } },
  }),
]

const officeWarnings: readonly Warning[] = ['cancelled', 'quote sent', 'management', '']

const ofOffice: readonly JobAct[] = [
  ({ random, job: { jobId, apartmentName } }) => ({
    command: {
      type: 'EditJob',
      data: { jobId, apartmentName: `Elm Row ${random.between(1, 99)}`, from: { apartmentName } },
    },
  }),
  ({ random, job: { jobId } }) => ({
    command: { type: 'AddTask', data: { jobId, taskId: uuidOf(random), description: wordsFrom(random) } },
  }),
  (seen) => {
    const task = taskOf(seen)
    return (
      task && {
        command: { type: 'DeleteTask', data: { jobId: seen.job.jobId, taskId: task.taskId } },
        isDeletion: true,
      }
    )
  },
  (seen) => {
    const task = taskOf(seen)
    if (!task) return undefined
    const { taskId, description: from } = task
    return {
      command: {
        type: 'DescribeTask',
        data: { jobId: seen.job.jobId, taskId, description: wordsFrom(seen.random), from },
      },
    }
  },
  ({ random, job: { jobId } }) => ({
    command: { type: 'ChangeWarning', data: { jobId, warning: random.pick(officeWarnings) ?? '' } },
  }),
  ({ random, user, job: { jobId } }) => ({
    command: {
      type: 'ScheduleJob',
      data: {
        jobId,
        jobBookingId: uuidOf(random),
        jobStart: `2026-11-2${random.between(0, 4)}T09:00:00.000Z`,
        jobEnd: `2026-11-2${random.between(4, 6)}T11:00:00.000Z`,
        access: wordsFrom(random),
        assignedTo: [user.userId],
        anyway: random.chance(0.7),
      },
    },
  }),
  ({ job: { jobId, jobBookingId } }) =>
    jobBookingId ? { command: { type: 'DeleteBooking', data: { jobId, jobBookingId } }, isDeletion: true } : undefined,
]

/** A change of a shown job. */
export function actOnJob(random: Random, user: SessionUser, shown: Shown): Act | undefined {
  const job = random.pick(Object.values(shown.jobs).flatMap((one) => one ?? []))
  const acts = user.userRole === 'team' ? ofEveryone : [...ofEveryone, ...ofOffice]
  return job && random.pick(acts)?.({ random, user, job })
}

/** A new job by the office. */
export const newJob = (random: Random, canary: string): Act => ({
  command: {
    type: 'CreateJob',
    data: {
      jobId: uuidOf(random),
      apartmentName: `Elm Row ${random.between(10, 99)}`,
      createdAt: '2026-11-20',
      agency: canary,
      tasks: [{ taskId: uuidOf(random), description: 'Look at the boiler' }],
    },
  },
})

/** A change of the parts book. */
export function actOnParts(random: Random, { parts }: Shown): Act {
  const part = random.pick(parts)
  if (!part || random.chance(0.4))
    return {
      command: {
        type: 'AddPart',
        data: {
          partId: uuidOf(random),
          name: wordsFrom(random),
          purchaseDate: '2026-11-20',
          expectedDelivery: '2026-11-25',
        },
      },
    }
  const { partId } = part
  if (random.chance(0.3)) return { command: { type: 'DeletePart', data: { partId } }, isDeletion: true }
  return {
    command: {
      type: 'SetPartStatus',
      data: { partId, status: random.pick(['received', 'waiting'] as const) ?? 'received' },
    },
  }
}

/** A change of one's own list. */
export function actOnTodos(random: Random, { userId }: SessionUser, { todos }: Shown): Act {
  const todo = random.pick(todos?.todos ?? [])
  if (!todo || random.chance(0.4))
    return { command: { type: 'AddTodo', data: { userId, todoId: uuidOf(random), text: wordsFrom(random) } } }
  const data = { userId, todoId: todo.id }
  if (random.chance(0.3)) return { command: { type: 'DeleteTodo', data }, isDeletion: true }
  return { command: { type: 'ToggleTodo', data: { ...data, completed: !todo.completed } } }
}
