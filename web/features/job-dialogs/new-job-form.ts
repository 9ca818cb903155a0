import { v7 as uuid } from 'uuid'
import type { JobCommand } from '#core/job/messages.ts'
import type { TaskStatus } from '#core/job/values.ts'
import { parsePounds } from '#core/model/money.ts'
import { deviceToday } from '#web/ui/time/today.ts'

export type NewTask = { taskId: string; description: string; price: string; status: TaskStatus }
export type NewJobForm = {
  jobId: string
  workOrder: string
  apartmentName: string
  createdAt: string
  agency: string
  receivedBy: string
  tasks: NewTask[]
}

export const emptyTask = (): NewTask => ({ taskId: uuid(), description: '', price: '', status: 'not completed' })
export const emptyForm = (): NewJobForm => ({
  jobId: uuid(),
  workOrder: '',
  apartmentName: '',
  createdAt: deviceToday(),
  agency: '',
  receivedBy: '',
  tasks: [emptyTask()],
})

/** Whether nothing is typed in a row; its status alone says nothing. */
const isEmpty = ({ description, price }: NewTask) => !description.trim() && !price.trim()

/**
 * Where typing goes on after a row: into the next one, else into a new one at the end. A last row that is empty is not followed by
 * another empty one. Without a row it goes on after the last.
 */
export function taskAfter(tasks: readonly NewTask[], taskId?: string): { tasks: readonly NewTask[]; next: string } {
  const at = taskId === undefined ? -1 : tasks.findIndex((one) => one.taskId === taskId)
  const next = at === -1 ? undefined : tasks[at + 1]
  if (next) return { tasks, next: next.taskId }
  const last = tasks.at(-1)
  if (last && isEmpty(last)) return { tasks, next: last.taskId }
  const added = emptyTask()
  return { tasks: [...tasks, added], next: added.taskId }
}

/** Whether there is any input to lose. */
export const isTyped = ({ workOrder, apartmentName, agency, receivedBy, tasks }: NewJobForm) =>
  [workOrder, apartmentName, agency, receivedBy, ...tasks.flatMap((one) => [one.description, one.price])].some((text) =>
    text.trim(),
  )

export const priceError = (price: string) =>
  price.trim() && parsePounds(price) === undefined ? 'Enter pounds, such as 85 or 85.50' : undefined

/** The tasks' total price, in pence. */
export const totalOf = (tasks: readonly NewTask[]) => tasks.reduce((sum, one) => sum + (parsePounds(one.price) ?? 0), 0)

/** The form's command. Tasks with neither description nor price are left out. */
export const commandOf = ({ tasks, ...form }: NewJobForm): JobCommand => ({
  type: 'CreateJob',
  data: {
    ...form,
    tasks: tasks
      .filter((one) => !isEmpty(one))
      .map(({ taskId, description, price, status }) => {
        const pence = parsePounds(price)
        return { taskId, description: description.trim(), status, ...(pence === undefined ? {} : { price: pence }) }
      }),
  },
})
